import { createHash, createHmac } from 'node:crypto'

/**
 * The secret of a recipient's personal link. It is worked out anew when a message is written, also by another
 * process after a crash, so that it never has to be stored; only its hash is.
 */
export function linkToken(authSecret: string, recipientId: string): string {
  const bytes = createHmac('sha256', authSecret).update(`alarm link\0${recipientId}`).digest()
  // 132 bits in 22 characters: short enough for an SMS, too long to guess.
  return bytes.toString('base64url').slice(0, 22)
}

export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
