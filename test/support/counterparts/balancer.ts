import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  origin: string
  /** The processes to send visitors to, while they report that they are open. */
  leadTo(ports: readonly number[]): void
  /** Requests that were cut off, or found no process. */
  broken: string[]
  close(): Promise<void>
}

/** Interval of health checks, a little shorter than an operator's. */
const checkEveryMs = 200

/**
 * A load balancer for several processes as in docs/operations.md: checks /halsa/process, and retries a request with the
 * next process if one refused the connection.
 */
export async function openBalancer(): Promise<Balancer> {
  let ports: readonly number[] = []
  const ready = new Set<number>()
  const broken: string[] = []
  let turn = 0

  const server = createServer((asked, answer) => {
    // Processes that failed the last check come last: there may be no other.
    const first = turn++
    const inTurn = ports.map((_, n) => ports[(first + n) % ports.length] as number)
    send(asked, answer, [...inTurn.filter((port) => ready.has(port)), ...inTurn.filter((port) => !ready.has(port))])
  })

  function send(asked: IncomingMessage, answer: ServerResponse, [port, ...others]: number[]) {
    const { method, url, headers } = asked
    const what = `${method} ${url?.replace(/\?.*/, '')}`
    const giveUp = (why: string) => {
      broken.push(`${what}: ${why}`)
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    }
    if (port === undefined) return giveUp('nobody is there')
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false })
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('error', () => giveUp('broken off'))
      response.pipe(answer)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.destroyed) return
      if (error.code === 'ECONNREFUSED') send(asked, answer, others)
      else giveUp(error.code ?? error.message)
    })
    answer.on('close', () => passed.destroy())
    passed.on('socket', (socket) => socket.on('connect', () => asked.pipe(passed)))
  }

  const checks = setInterval(async () => {
    for (const port of ports) {
      const isReady = await fetch(`http://127.0.0.1:${port}/halsa/process`, {
        signal: AbortSignal.timeout(1_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isReady) ready.add(port)
      else ready.delete(port)
    }
  }, checkEveryMs)

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (given) => {
      ports = given
    },
    broken,
    close() {
      clearInterval(checks)
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
