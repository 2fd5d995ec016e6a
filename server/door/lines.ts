import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { countedAs } from '~/platform/http/client-address.server'

type Lines = {
  /** Open at a time, in all. */
  most: number
  /** On which nothing is asked, of one address. */
  mostQuietOfOne: number
  /** A proxy of ours: behind its address is everybody. */
  isProxy(address: string): boolean
  /** Cuts one who has begun to send and whom nobody knows; false if there is none. */
  cutStranger(): boolean
}

/** What Node itself cuts, in the order of what may take longest. */
export const lineLimits = {
  /** A phone far away, behind a proxy or not, has asked its question long before. */
  headersTimeout: 15_000,
  keepAliveTimeout: 5_000,
  /** The last net under server/door/pace.ts: the largest picture on the slowest line that is waited for. */
  requestTimeout: 900_000,
  connectionsCheckingInterval: 2_000,
}
/** Nothing has come or gone on it: whoever is there does not read. Open streams say something every 20 s. */
const silentMs = 120_000
/** A building behind one address has no more lines that nobody asks anything on. */
export const mostQuietOfOne = 300

/**
 * Lets the quiet lines go first: one that nothing is asked on costs whoever has it a new line and nothing else. So a
 * thousand that are held open are no more in the way of an alarm than none.
 */
export function keepLines(server: Server, { most, mostQuietOfOne, isProxy, cutStranger }: Lines) {
  let open = 0
  server.timeout = silentMs
  // The last net: with fewer lines left than this no SMS could go out.
  server.maxConnections = most + spare
  /** By address, the one that has been quiet longest first. */
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
    // Before the new one is among them: whoever comes now may be in need.
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

/** What an alarm's own SMS, the database and files need beside the lines that come in. */
const keptForOurselves = 500
const spare = 200

/** As many lines as the system lets this process have. */
export function mostLines(): number {
  let files = 1_024
  try {
    files = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? files)
  } catch {
    // No Linux: what every system gives.
  }
  return Math.max(files / 2, Math.min(files - keptForOurselves, 16_000))
}
