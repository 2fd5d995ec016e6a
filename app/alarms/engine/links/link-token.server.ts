import { createHash, timingSafeEqual } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'

/** 132 bits in 22 characters: short enough for an SMS, too long to guess. */
const secretLength = 22
/** 24 bits of HMAC with which a forged link is rejected without a database query. They grant no access. */
const markLength = 4

/**
 * The secret of a recipient's personal link. It is derived (HMAC of the recipient's id) each time a message is written,
 * by any process, so that only its hash is stored.
 */
export function linkToken(keys: Keys, recipientId: string): string {
  return marked(keys, secretOf(keys.sign('alarm link', recipientId)))
}

/** The same link as in earlier messages, even if the signing key has been rotated since. */
export function knownLinkToken(keys: Keys, recipientId: string, hash: string): string {
  const secret = secretBehind(keys, recipientId, hash)
  return secret === undefined ? linkToken(keys, recipientId) : marked(keys, secret)
}

/** False when the key that signed the link has been removed. */
export const isStillOurs = (keys: Keys, recipientId: string, hash: string) =>
  secretBehind(keys, recipientId, hash) !== undefined

const secretBehind = (keys: Keys, recipientId: string, hash: string) =>
  keys
    .signs('alarm link', recipientId)
    .map(secretOf)
    .find((one) => hashOfToken(one) === hash)

/** Whether the link carries a valid HMAC mark of ours. Guessed links are rejected before the alarm is looked up. */
export function isPlausibleLink(keys: Keys, token: string): boolean {
  const given = Buffer.from(token.slice(secretLength))
  return keys
    .signs('alarm link mark', token.slice(0, secretLength))
    .map((signature) => Buffer.from(markOf(signature)))
    .some((own) => own.length === given.length && timingSafeEqual(own, given))
}

/** Hashes only the secret without the mark, so that links from before the mark existed still open. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token.slice(0, secretLength)).digest('hex')
}

const secretOf = (signature: Buffer) => signature.toString('base64url').slice(0, secretLength)
const markOf = (signature: Buffer) => signature.toString('base64url').slice(0, markLength)
const marked = (keys: Keys, secret: string) => secret + markOf(keys.sign('alarm link mark', secret))
