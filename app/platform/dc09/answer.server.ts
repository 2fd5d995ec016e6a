import { crc16, hex4 } from './crc'
import { type Station, unseal } from './frame.server'
import { momentIn } from './signal'

/** What a receiver has said. */
export type Said =
  | { kind: 'ack'; number: number; account: string | null /** Null: it is not sealed. */; sealed: string | null }
  | { kind: 'duh' }
  | { kind: 'nak' /** Its own clock, where it says it. */; at: Date | null }
  /** A line with nothing in it: the frame came with another check sum than it had. */
  | { kind: 'empty' }
  /** No answer of a receiver. */
  | { kind: 'noise' }

/** Longer than any answer of theirs, a key of 64 signs and all. */
export const longestAnswer = 1_024

const answer =
  /^([0-9A-F]{4})([0-9A-F]{4})("(\*?)(ACK|NAK|DUH)"(\d{4})(?:R[0-9A-F]{1,6})?(?:L[0-9A-F]{1,6})?(?:#([0-9A-F]{3,16})|A0)?\[([^\r]*))$/i
const clock = /_(\d\d:\d\d:\d\d,\d\d-\d\d-\d{4})$/

/**
 * The first whole answer among what has come, and what comes after it; null while there is none. `isOver`: nothing has come
 * for a while, so that what stands without an end is all of it.
 */
export function readAnswer(bytes: Buffer, isOver: boolean): { said: Said; rest: Buffer } | null {
  const text = bytes.toString('latin1')
  const [, lead = ''] = /^([\s\0]*)/.exec(text) ?? []
  const end = text.indexOf('\r', lead.length)
  if (lead.length === text.length) return isOver && text !== '' ? { said: { kind: 'empty' }, rest: nothing } : null
  if (end === -1) return isOver ? { said: saidIn(text.slice(lead.length)), rest: nothing } : null
  return { said: saidIn(text.slice(lead.length, end)), rest: bytes.subarray(end + 1) }
}

const nothing = Buffer.alloc(0)

function saidIn(line: string): Said {
  const [, crc = '', length = '', body = '', star, id = '', number = '', account, content = ''] =
    answer.exec(line) ?? []
  const bytes = Buffer.from(body, 'latin1')
  const isWhole =
    body !== '' && hex4(crc16(bytes)) === crc.toUpperCase() && Number.parseInt(length, 16) === bytes.length
  // Some say no to what they cannot read in a way that cannot be read either: without a sum, a length, an end.
  if (!isWhole && /"\*?NAK"/.test(line)) return { kind: 'nak', at: clockIn(line) }
  if (!isWhole) return /^"DUH"$/.test(line) ? { kind: 'duh' } : { kind: 'noise' }
  if (id.toUpperCase() === 'NAK') return { kind: 'nak', at: clockIn(line) }
  if (id.toUpperCase() === 'DUH') return { kind: 'duh' }
  return { kind: 'ack', number: Number(number), account: account?.toUpperCase() ?? null, sealed: star ? content : null }
}

const clockIn = (line: string) => momentIn(clock.exec(line)?.[1] ?? '')

/** Further apart an ACK is one that was said about something else, and kept by somebody since. */
const mostApartMs = 120_000

/**
 * Whether an ACK is the receiver's own and about this frame. Where there is a key, one that is not sealed with it is anybody's;
 * the number stands outside the seal, so that the moment within it is what holds it to this one.
 */
export function isOurs(
  said: Extract<Said, { kind: 'ack' }>,
  { account, key }: Pick<Station, 'account' | 'key'>,
  number: number,
  at: Date,
): boolean {
  if (said.number !== number || (said.account !== null && said.account !== account.toUpperCase())) return false
  if (key === null) return true
  const text = said.sealed === null ? null : unseal(key, said.sealed)
  const when = text?.includes(']') ? clockIn(text) : null
  return when !== null && Math.abs(when.getTime() - at.getTime()) <= mostApartMs
}
