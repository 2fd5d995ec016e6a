import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'
import { crc16, hex4 } from './crc'
import { dataOf, extensionsOf, momentText, type Signal, type SignalFormat } from './signal'

/** What a receiver knows us by. */
export type Station = {
  account: string
  receiver: string
  line: string
  format: SignalFormat
  /** 16, 24 or 32 bytes; null: nothing is encrypted. */
  key: Buffer | null
}

/** A poll has no number of its own. */
export const pollNumber = 0

/** When a frame is sent, by the receiver's clock. `bare`: without extended data, which not every receiver can read. */
type How = { at: Date; bare?: boolean }

/**
 * A frame of SIA DC-09; without a signal it is a NULL, which asks whether anybody is there. The receiver's number is always
 * said: one of them answers without its own when it is not.
 */
export function frameOf(station: Station, signal: Signal | null, number: number, { at, bare = false }: How): Buffer {
  const { account, receiver, line, key, format } = station
  const id = `"${key ? '*' : ''}${signal ? format : 'NULL'}"`
  const head = `${id}${String(number).padStart(4, '0')}R${receiver}L${line}#${account}[`
  const data = signal ? dataOf(format, signal) : ''
  const rest = `${data}]${signal && !bare ? extensionsOf(signal) : ''}_${momentText(at)}`
  if (key) return framed(head + seal(key, `|${rest}`))
  return framed(head + (data ? `#${account}|` : '') + rest)
}

/** LF, CRC and length of what stands from the first quote to before CR. */
export function framed(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.from(`\n${hex4(crc16(bytes))}${hex4(bytes.length)}${text}\r`, 'latin1')
}

const block = 16
const padding = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * AES-CBC with a start of zeros, as DC-09 says, in upper-case hex. The pad in front is never empty and drawn anew, so that
 * the same words are not the same bytes each time.
 */
export function seal(key: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const pad = Array.from({ length: block - (bytes.length % block) }, () => padding[randomInt(padding.length)]).join('')
  const cipher = createCipheriv(algorithm(key), key, Buffer.alloc(block)).setAutoPadding(false)
  return Buffer.concat([cipher.update(pad, 'latin1'), cipher.update(bytes), cipher.final()])
    .toString('hex')
    .toUpperCase()
}

/** Null for what is no such text. */
export function unseal(key: Buffer, hex: string): string | null {
  if (!/^([0-9A-Fa-f]{32})+$/.test(hex)) return null
  const decipher = createDecipheriv(algorithm(key), key, Buffer.alloc(block)).setAutoPadding(false)
  return Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('latin1')
}

const algorithm = (key: Buffer) => `aes-${key.length * 8}-cbc`
