import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** An API key: a mark for the look-up and a secret for the comparison. "kvk_3f9a1c2b_…" */

const written = /^(kvk_(?:[\da-f]{2}){4})_([\w-]{43})$/

export type WrittenKey = { mark: string; secret: string }

export function newKey(): WrittenKey {
  return { mark: `kvk_${randomBytes(4).toString('hex')}`, secret: randomBytes(32).toString('base64url') }
}

export const writeKey = ({ mark, secret }: WrittenKey) => `${mark}_${secret}`

export function readKey(text: string): WrittenKey | null {
  const [, mark, secret] = written.exec(text) ?? []
  return mark && secret ? { mark, secret } : null
}

/** The secret is 256 random bits, so brute force is hopeless and a fast hash is enough. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Constant-time comparison (timing attack). */
export function fits(secret: string, hash: string): boolean {
  const [given, kept] = [Buffer.from(hashOf(secret)), Buffer.from(hash)]
  return given.length === kept.length && timingSafeEqual(given, kept)
}
