import { randomInt } from 'node:crypto'

/** Without characters that look alike on paper: 0 and o; 1, i and l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * Like "k7m2p-x9rtw". Ten characters are 49 bits of entropy, far beyond guessing at a few attempts per quarter of an
 * hour.
 */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () =>
    withHyphen(Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')),
  )
}

/** Normalises a typed recovery code (capitals, spaces, missing hyphen) to the stored form. */
export function plainRecoveryCode(typed: string): string {
  return withHyphen(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

const withHyphen = (signs: string) => `${signs.slice(0, 5)}-${signs.slice(5)}`
