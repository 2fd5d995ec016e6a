import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto'
import { crc16, hex4 } from './crc'
import { dataOf, extensionsOf, momentText, type Signal, type SignalFormat } from './signal'

/** How a receiver identifies us, and how frames to it are encoded. */
export type Station = {
  account: string
  receiver: string
  line: string
  format: SignalFormat
  /** AES key of 16, 24 or 32 bytes; null for no encryption. */
  key: Buffer | null
}

/** A poll uses no sequence number. */
export const pollNumber = 0

/**
 * `at`: the time of sending by the receiver's clock. `bare`: without extended data, which not every receiver can parse.
 */
type How = { at: Date; bare?: boolean }

/**
 * Encodes a SIA DC-09 frame. Without a signal it is a NULL message (poll). The receiver number is always included: one
 * kind of receiver omits its own in the answer otherwise.
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

/** Wraps a message (first quote up to before CR) with LF, CRC, length and CR. */
export function framed(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.from(`\n${hex4(crc16(bytes))}${hex4(bytes.length)}${text}\r`, 'latin1')
}

const block = 16
const padding = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * AES-CBC with a zero initialisation vector, as DC-09 requires, in upper-case hex. The random padding in front is never
 * empty, so that the same text gives different ciphertexts.
 */
export function seal(key: Buffer, text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const pad = Array.from({ length: block - (bytes.length % block) }, () => padding[randomInt(padding.length)]).join('')
  const cipher = createCipheriv(algorithm(key), key, Buffer.alloc(block)).setAutoPadding(false)
  return Buffer.concat([cipher.update(pad, 'latin1'), cipher.update(bytes), cipher.final()])
    .toString('hex')
    .toUpperCase()
}

/** Decrypts; null if the text is not hex of whole blocks. */
export function unseal(key: Buffer, hex: string): string | null {
  if (!/^([0-9A-Fa-f]{32})+$/.test(hex)) return null
  const decipher = createDecipheriv(algorithm(key), key, Buffer.alloc(block)).setAutoPadding(false)
  return Buffer.concat([decipher.update(hex, 'hex'), decipher.final()]).toString('latin1')
}

const algorithm = (key: Buffer) => `aes-${key.length * 8}-cbc`
