import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The secret in a feed's address: the feed's id, sealed with the product's own secret. It can be shown again and is
 * stored nowhere, so whoever reads the database cannot read calendars by it.
 */
export function calendarKey(secret: string, feedId: string): string {
  return `${feedId}.${seal(secret, feedId)}`
}

/** The feed that a key opens, if it was made here; whether the feed is still there is another question. */
export function feedIdOf(secret: string, key: string): string | null {
  const [, id, sealed] = /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.([\w-]{43})$/.exec(key) ?? []
  if (!id || !sealed) return null
  return timingSafeEqual(Buffer.from(sealed), Buffer.from(seal(secret, id))) ? id : null
}

function seal(secret: string, feedId: string): string {
  return createHmac('sha256', secret).update(`calendar feed ${feedId}`).digest('base64url')
}
