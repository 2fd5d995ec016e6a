import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link in a mail: 256 bits, of which only the hash is kept. */
export function newLinkToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** The secret is too long to guess, so a quick hash is enough. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')
