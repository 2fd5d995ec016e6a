import { createHash, timingSafeEqual } from 'node:crypto'

/** Checks whether a caller has the secret, or an older one that is still accepted. Does not reveal the secret. */
export type KnownKey = { fits(given: string | undefined): boolean }

export function knownKey(secrets: readonly string[]): KnownKey {
  const hashes = secrets.map(hashOf)
  return {
    // Comparing hashes gives equal lengths, as timingSafeEqual requires, and constant time (against timing attacks).
    fits: (given) => given !== undefined && hashes.some((hash) => timingSafeEqual(hash, hashOf(given))),
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
