import { idOfHex } from '~/shared/asked'

/**
 * An idempotency key (UUID v4) for data that a browser sends until the server has it. `crypto.randomUUID` is missing on
 * pages without HTTPS, in Safari before 15.4 and in Chrome before 92, which also raise alarms.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return idOfHex(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}
