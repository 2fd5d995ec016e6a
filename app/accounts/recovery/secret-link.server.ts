import { createHash, randomBytes } from 'node:crypto'

/** The token of a mailed link: 256 random bits, of which only the hash is stored. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** The token has too much entropy to brute-force, so a fast hash is enough. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')
