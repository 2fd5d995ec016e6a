import type { House } from '~/platform/house.server'
import { rememberedSince } from '../../answer/closed-alarm'
import { readLinks, replaceLink } from './link-store.server'
import { hashOfToken, isStillOurs, linkToken } from './link-token.server'

/**
 * Replaces, at start-up, links whose signing key has been removed: the old ones stop working, the next message to the
 * recipient carries a new one. Only for alarms whose links are still in use. Returns how many were replaced.
 */
export async function signLinksAnew({ db, keys, clock }: Pick<House, 'db' | 'keys' | 'clock'>): Promise<number> {
  let count = 0
  for (const { recipientId, hash } of await readLinks(db, rememberedSince(clock.now()))) {
    if (isStillOurs(keys, recipientId, hash)) continue
    await replaceLink(db, recipientId, hashOfToken(linkToken(keys, recipientId)))
    count++
  }
  return count
}
