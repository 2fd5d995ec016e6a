import { createHash, timingSafeEqual } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'

/** 132 bits in 22 characters: short enough for an SMS, too long to guess. */
const secretLength = 22
/** 24 bits, by which the door sees without the database that a link may be ours. They open nothing. */
const markLength = 4

/**
 * The secret of a recipient's personal link. It is worked out anew when a message is written, also by another
 * process after a crash, so that it never has to be stored; only its hash is.
 */
export function linkToken(keys: Keys, recipientId: string): string {
  return marked(keys, secretOf(keys.sign('alarm link', recipientId)))
}

/** The same link as before, also when another secret signs by now. */
export function knownLinkToken(keys: Keys, recipientId: string, hash: string): string {
  const secret = secretBehind(keys, recipientId, hash)
  return secret === undefined ? linkToken(keys, recipientId) : marked(keys, secret)
}

/** False when the secret that signed it is not read any more. */
export const isStillOurs = (keys: Keys, recipientId: string, hash: string) =>
  secretBehind(keys, recipientId, hash) !== undefined

const secretBehind = (keys: Keys, recipientId: string, hash: string) =>
  keys
    .signs('alarm link', recipientId)
    .map(secretOf)
    .find((one) => hashOfToken(one) === hash)

/** Whether we can have made it. Whoever guesses is not let to where alarms are answered. */
export function isPlausibleLink(keys: Keys, token: string): boolean {
  const given = Buffer.from(token.slice(secretLength))
  return keys
    .signs('alarm link mark', token.slice(0, secretLength))
    .map((signature) => Buffer.from(markOf(signature)))
    .some((own) => own.length === given.length && timingSafeEqual(own, given))
}

/** Of the secret alone, so that a link from before there was a mark still opens. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token.slice(0, secretLength)).digest('hex')
}

const secretOf = (signature: Buffer) => signature.toString('base64url').slice(0, secretLength)
const markOf = (signature: Buffer) => signature.toString('base64url').slice(0, markLength)
const marked = (keys: Keys, secret: string) => secret + markOf(keys.sign('alarm link mark', secret))
