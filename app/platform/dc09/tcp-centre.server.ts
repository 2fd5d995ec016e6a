import { connect, type Socket } from 'node:net'
import { inTime, TooLate } from '../time-limit'
import { isOurs, longestAnswer, readAnswer, type Said } from './answer.server'
import type { CentreSender, Receiver, Told } from './centre.server'
import { frameOf } from './frame.server'
import { openReach, type Reach } from './receiver-address.server'
import type { Signal } from './signal'

/** All of one exchange, the name, the line and a clock put right included; an alarm is sent again by then. */
const patienceMs = 8_000
/** What stands without an end for so long is all of it. */
const quietMs = 250
/** Closer than this a clock is right, and saying so again helps nobody. */
const nearMs = 2_000

type Patience = { patienceMs?: number; quietMs?: number }

/** SIA DC-09 over TCP: a line for each signal, one answer, and the line is closed. */
export function openDc09(networks: readonly string[], given: Patience & { reach?: Reach } = {}): CentreSender {
  const reach = given.reach ?? openReach(networks)
  const patience = given.patienceMs ?? patienceMs
  return {
    name: 'dc09',
    leavesTheHouse: true,
    accepts: reach.mayReach,
    async tell(to, signal, number) {
      const exchange = openExchange(to, given.quietMs ?? quietMs)
      try {
        return await inTime(exchange.tell(reach, signal, number), patience)
      } catch (error) {
        return { kind: 'temporary', reason: reasonOf(error), skewMs: to.skewMs }
      } finally {
        exchange.end()
      }
    },
  }
}

/** What a receiver that hangs leaves behind is ended with the exchange. */
function openExchange(to: Receiver, quiet: number) {
  let socket: Socket | null = null
  let isOver = false

  /** At most three frames: one, one by the receiver's own clock, and one with nothing in it that not every receiver reads. */
  async function tell(reach: Reach, signal: Signal | null, number: number): Promise<Told> {
    const addresses = await reach.addressesOf(to.host)
    let { skewMs } = to
    let said = await ask(addresses, signal, number, { skewMs })
    if (said.kind === 'nak' && said.at !== null && Math.abs(said.at.getTime() - Date.now() - skewMs) > nearMs) {
      skewMs = said.at.getTime() - Date.now()
      said = await ask(addresses, signal, number, { skewMs })
    }
    if (said.kind === 'nak' && signal) said = await ask(addresses, signal, number, { skewMs, bare: true })
    return toldBy(said, skewMs)
  }

  async function ask(
    addresses: readonly string[],
    signal: Signal | null,
    number: number,
    { skewMs, bare = false }: { skewMs: number; bare?: boolean },
  ): Promise<Said> {
    const line = await openLine(addresses)
    const at = new Date(Date.now() + skewMs)
    line.write(frameOf(to, signal, number, { at, bare }))
    try {
      return await answerOn(line, (said) => said.kind !== 'ack' || isOurs(said, to, number, at), quiet)
    } finally {
      line.destroy()
    }
  }

  /** To the very addresses that were looked at, so that no name can lead elsewhere meanwhile. */
  async function openLine(addresses: readonly string[]): Promise<Socket> {
    let fault: unknown
    for (const host of addresses.slice(0, 3)) {
      if (isOver) break
      const line = connect({ host, port: to.port, noDelay: true })
      socket = line
      try {
        await new Promise<void>((resolve, reject) => {
          line.once('connect', resolve)
          line.once('error', reject)
          line.once('close', () => reject(Object.assign(new Error('closed'), { code: 'closed' })))
        })
        line.removeAllListeners('error').on('error', () => {})
        return line
      } catch (error) {
        fault = error
        line.destroy()
      }
    }
    throw fault
  }

  return {
    tell,
    end() {
      isOver = true
      socket?.destroy()
    },
  }
}

/** The first answer that counts. An ACK that is not about this is passed over: a late one, or somebody else's. */
function answerOn(line: Socket, counts: (said: Said) => boolean, quiet: number): Promise<Said> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0)
    let heard = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = (settle: () => void) => {
      clearTimeout(timer)
      line.removeAllListeners('data')
      settle()
    }
    const read = (isOver: boolean) => {
      for (let found = readAnswer(bytes, isOver); found; found = readAnswer(bytes, isOver)) {
        bytes = found.rest
        const { said } = found
        if (said.kind !== 'noise' && counts(said)) return end(() => resolve(said))
      }
    }
    line.on('data', (chunk: Buffer) => {
      heard += chunk.length
      // Several answers of the longest kind, and no more: somebody who goes on and on is no receiver.
      if (heard > 4 * longestAnswer) {
        return end(() => reject(Object.assign(new Error('too long'), { code: 'too long an answer' })))
      }
      bytes = Buffer.concat([bytes, chunk])
      clearTimeout(timer)
      timer = setTimeout(() => read(true), quiet)
      read(false)
    })
    line.once('close', () => {
      read(true)
      end(() => reject(Object.assign(new Error('closed'), { code: 'closed without an answer' })))
    })
  })
}

/** ACK is that it arrived. DUH: it is not taken here, and another way is. What came broken, or by a clock that is off, may go the next time. */
function toldBy(said: Said, skewMs: number): Told {
  if (said.kind === 'ack') return { kind: 'delivered', arrived: true, skewMs }
  if (said.kind === 'duh') return { kind: 'permanent', reason: 'DUH', skewMs }
  return { kind: 'temporary', reason: said.kind === 'nak' ? 'NAK' : 'empty line', skewMs }
}

/** A word for those who look afterwards: "ECONNREFUSED", "no answer in time". */
function reasonOf(error: unknown): string {
  if (error instanceof TooLate) return 'no answer in time'
  return (error as { code?: string }).code ?? 'no answer'
}
