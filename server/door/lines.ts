import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { countedAs } from '~/platform/http/client-address.server'

type Lines = {
  /** Maximum open connections in all. */
  most: number
  /** Maximum idle connections of one address. */
  mostQuietOfOne: number
  /** Whether the address is a trusted proxy: everybody may be behind it, so no limit per address applies. */
  isProxy(address: string): boolean
  /** Cuts one unfinished request of an unknown sender. False if there is none. */
  cutStranger(): boolean
}

/** Timeouts that Node itself enforces, from the first part of a request to the last. */
export const lineLimits = {
  /** Long enough for a distant phone, also behind a proxy, to have sent its headers. */
  headersTimeout: 15_000,
  keepAliveTimeout: 5_000,
  /** Last resort behind server/door/pace.ts: the largest picture over the slowest line that is waited for. */
  requestTimeout: 900_000,
  connectionsCheckingInterval: 2_000,
}
/** Socket timeout without any traffic: the peer no longer reads. Open streams send something every 20 s. */
const silentMs = 120_000
/** More idle connections than a whole building behind one address needs. */
export const mostQuietOfOne = 300

/**
 * Closes idle connections first when there are too many: that costs their owner only a reconnect. So a thousand
 * connections held open delay an alarm no more than none.
 */
export function keepLines(server: Server, { most, mostQuietOfOne, isProxy, cutStranger }: Lines) {
  let open = 0
  server.timeout = silentMs
  // Last resort: with fewer file descriptors left than this no SMS could be sent.
  server.maxConnections = most + spare
  /** Idle connections by address, the longest idle first. */
  const quiet = new Map<string, Set<Socket>>()
  const addressOf = (line: Socket) => line.remoteAddress ?? ''

  function quieten(line: Socket, address: string) {
    const household = countedAs(address)
    const own = quiet.get(household) ?? new Set()
    quiet.set(household, own.add(line))
    if (own.size > mostQuietOfOne && !isProxy(address)) close(own)
  }

  function wake(line: Socket, address: string) {
    const household = countedAs(address)
    const own = quiet.get(household)
    if (own?.delete(line) && own.size === 0) quiet.delete(household)
  }

  function close(lines: Set<Socket>) {
    const [oldest] = lines
    oldest?.destroy()
  }

  function closeOfMost() {
    let fullest = new Set<Socket>()
    for (const own of quiet.values()) if (own.size > fullest.size) fullest = own
    close(fullest)
    return fullest.size > 0
  }

  server.on('connection', (line: Socket) => {
    const address = addressOf(line)
    open++
    // Before the new connection is added: it may be somebody in need, so it is not itself a candidate.
    if (open > most && !closeOfMost()) cutStranger()
    quieten(line, address)
    line.once('close', () => {
      open--
      wake(line, address)
    })
  })
  server.prependListener('request', ({ socket: line }: IncomingMessage, answer: ServerResponse) => {
    const address = addressOf(line)
    wake(line, address)
    answer.once('close', () => {
      if (!line.destroyed) quieten(line, address)
    })
  })
}

/** File descriptors reserved for outgoing SMS, the database and files. */
const keptForOurselves = 500
const spare = 200

/** Maximum connections by the file descriptor limit of this process. */
export function mostLines(): number {
  let files = 1_024
  try {
    files = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? files)
  } catch {
    // Not Linux: assumes the common default.
  }
  return Math.max(files / 2, Math.min(files - keptForOurselves, 16_000))
}
