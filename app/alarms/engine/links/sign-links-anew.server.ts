import type { House } from '~/platform/house.server'
import { rememberedSince } from '../../answer/closed-alarm'
import { readLinks, replaceLink } from './link-store.server'
import { hashOfToken, isStillOurs, linkToken } from './link-token.server'

/**
 * Links whose secret was taken away open nothing from now on, and whoever is written to next has one that does. At a start, of
 * alarms whose links are read still. Answers with how many.
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
