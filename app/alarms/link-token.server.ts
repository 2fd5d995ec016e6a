import { createHash } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'

/**
 * The secret of a recipient's personal link. It is worked out anew when a message is written, also by another
 * process after a crash, so that it never has to be stored; only its hash is.
 */
export function linkToken(keys: Keys, recipientId: string): string {
  return tokenOf(keys.sign('alarm link', recipientId))
}

/** The same link as before, also when another secret signs by now. */
export function knownLinkToken(keys: Keys, recipientId: string, hash: string): string {
  const token = keys
    .signs('alarm link', recipientId)
    .map(tokenOf)
    .find((one) => hashOfToken(one) === hash)
  return token ?? linkToken(keys, recipientId)
}

/** 132 bits in 22 characters: short enough for an SMS, too long to guess. */
const tokenOf = (signature: Buffer) => signature.toString('base64url').slice(0, 22)

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
