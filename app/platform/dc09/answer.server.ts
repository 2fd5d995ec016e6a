import { crc16, hex4 } from './crc'
import { type Station, unseal } from './frame.server'
import { momentIn } from './signal'

/** An answer of a receiver, parsed. */
export type Said =
  | { kind: 'ack'; number: number; account: string | null; sealed: string | null /** Null: not encrypted. */ }
  | { kind: 'duh' }
  | { kind: 'nak'; at: Date | null /** The receiver's clock, if it sends it. */ }
  /** An empty line: the CRC of the frame did not match when it arrived. */
  | { kind: 'empty' }
  /** Not an answer of a receiver. */
  | { kind: 'noise' }

/** Longer than any answer of a receiver, even one with a key of 64 hex digits. */
export const longestAnswer = 1_024

const answer =
  /^([0-9A-F]{4})([0-9A-F]{4})("(\*?)(ACK|NAK|DUH)"(\d{4})(?:R[0-9A-F]{1,6})?(?:L[0-9A-F]{1,6})?(?:#([0-9A-F]{3,16})|A0)?\[([^\r]*))$/i
const clock = /_(\d\d:\d\d:\d\d,\d\d-\d\d-\d{4})$/

/**
 * The first complete answer among the received bytes, and the bytes after it; null while there is none. `isOver`:
 * nothing has arrived for a while, so that an answer without an end is taken as complete.
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
  // Some receivers reject an unreadable frame with a malformed NAK: without CRC, length or end.
  if (!isWhole && /"\*?NAK"/.test(line)) return { kind: 'nak', at: clockIn(line) }
  if (!isWhole) return /^"DUH"$/.test(line) ? { kind: 'duh' } : { kind: 'noise' }
  if (id.toUpperCase() === 'NAK') return { kind: 'nak', at: clockIn(line) }
  if (id.toUpperCase() === 'DUH') return { kind: 'duh' }
  return { kind: 'ack', number: Number(number), account: account?.toUpperCase() ?? null, sealed: star ? content : null }
}

const clockIn = (line: string) => momentIn(clock.exec(line)?.[1] ?? '')

/** Replay limit: if the timestamps differ by more, the ACK belongs to another frame and was recorded by somebody. */
const mostApartMs = 120_000

/**
 * Whether an ACK comes from this receiver and is about this frame. With a key, an unencrypted ACK could be from
 * anybody. The sequence number is outside the encryption, so the encrypted timestamp is what ties the ACK to this
 * frame.
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
