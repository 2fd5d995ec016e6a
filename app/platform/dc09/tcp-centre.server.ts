import { connect, type Socket } from 'node:net'
import { inTime, TooLate } from '../time-limit'
import { isOurs, longestAnswer, readAnswer, type Said } from './answer.server'
import type { CentreSender, Receiver, Told } from './centre.server'
import { frameOf } from './frame.server'
import { openReach, type Reach } from './receiver-address.server'
import type { Signal } from './signal'

/** Timeout of a whole exchange: DNS, connection and clock correction included. By then the alarm is retried. */
const patienceMs = 8_000
/** An answer without an end counts as complete after this long without further bytes. */
const quietMs = 250
/** A smaller clock skew needs no correction. */
const nearMs = 2_000

type Patience = { patienceMs?: number; quietMs?: number }

/** SIA DC-09 over TCP: one connection per signal, closed after the answer. */
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

/** `end` closes the exchange's socket, so that a receiver that hangs leaves no connection behind. */
function openExchange(to: Receiver, quiet: number) {
  let socket: Socket | null = null
  let isOver = false

  /**
   * Sends at most three frames: the first, one with the receiver's clock, and one without extended data, which not
   * every receiver can parse.
   */
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

  /** Connects to the addresses that were checked, not to the name: DNS rebinding could lead elsewhere meanwhile. */
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

/** The first valid answer. Skips an ACK that is not about this frame: a late one, or another station's. */
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
      // Limit for received bytes: several answers of maximum length. A peer that never stops is no receiver.
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

/**
 * ACK: arrived. DUH: the receiver does not support the signal, so another channel is needed. A frame that arrived
 * broken or with a wrong clock may succeed at the next try.
 */
function toldBy(said: Said, skewMs: number): Told {
  if (said.kind === 'ack') return { kind: 'delivered', arrived: true, skewMs }
  if (said.kind === 'duh') return { kind: 'permanent', reason: 'DUH', skewMs }
  return { kind: 'temporary', reason: said.kind === 'nak' ? 'NAK' : 'empty line', skewMs }
}

/** A short reason for those who investigate: "ECONNREFUSED", "no answer in time". */
function reasonOf(error: unknown): string {
  if (error instanceof TooLate) return 'no answer in time'
  return (error as { code?: string }).code ?? 'no answer'
}
