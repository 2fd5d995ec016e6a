import { connect, type Socket } from 'node:net'
import { soon } from './pace/soon'

/** A raw TCP connection, as an attacker's program or a bad phone holds it: byte by byte, or silent. */
export type RawLine = {
  socket: Socket
  /** Everything received so far. */
  said(): string
  isClosed(): boolean
  send(text: string): void
  close(): void
}

export function openLine(port: number): Promise<RawLine> {
  return new Promise((resolve, reject) => {
    let said = ''
    let closed = false
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.once('close', () => {
      closed = true
    })
    socket.on('error', reject)
    socket.once('connect', () =>
      resolve({
        socket,
        said: () => said,
        isClosed: () => closed,
        send: (text) => void (closed || socket.write(text)),
        close: () => void socket.destroy(),
      }),
    )
  })
}

export function requestText(path: string, headers: Record<string, string>, body: string, method = 'POST'): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** The status of the answer once it has arrived; 0 if the connection closed, -1 after the timeout. */
export async function statusOf(line: RawLine, patienceMs: number = soon.timeout): Promise<number> {
  for (const until = Date.now() + patienceMs; Date.now() < until; ) {
    const status = /^HTTP\/1\.1 (\d+)/.exec(line.said())?.[1]
    if (status) return Number(status)
    if (line.isClosed()) return 0
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return -1
}
