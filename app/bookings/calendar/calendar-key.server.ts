import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'
import { idPattern } from '~/shared/asked'

/**
 * The secret in a feed's address: the feed's id with an HMAC by the product's keys. It can be shown again and is stored
 * nowhere, so read access to the database does not give access to calendars.
 */
export function calendarKey(keys: Keys, feedId: string): string {
  return `${feedId}.${keys.sign('calendar link', feedId).toString('base64url')}`
}

const keyPattern = new RegExp(`^(${idPattern})\\.([\\w-]{43})$`)

/** The feed id in a key, if its HMAC is valid (timing-safe comparison). The feed itself may be gone. */
export function feedIdOf(keys: Keys, key: string): string | null {
  const [, id, signature] = keyPattern.exec(key) ?? []
  if (!id || !signature) return null
  const given = Buffer.from(signature, 'base64url')
  return keys.signs('calendar link', id).some((ours) => timingSafeEqual(given, ours)) ? id : null
}
