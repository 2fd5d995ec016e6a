import { randomInt } from 'node:crypto'

/** Without the signs that look alike on paper: no 0 and o, no 1, i and l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** "k7m2p-x9rtw": ten signs are 49 bits, far beyond what a few tries a quarter of an hour can guess. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () =>
    withHyphen(Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')),
  )
}

/** As it is kept, however it was typed: in capitals, without the hyphen, with spaces. */
export function plainRecoveryCode(typed: string): string {
  return withHyphen(typed.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

const withHyphen = (signs: string) => `${signs.slice(0, 5)}-${signs.slice(5)}`
