import type { House } from '~/platform/house.server'
import { rememberedSince } from '../../answer/closed-alarm'
import { readLinks, replaceLink } from './link-store.server'
import { hashOfToken, isStillOurs, linkToken } from './link-token.server'

const batch = 500

/**
 * Links whose secret was taken away open nothing from now on, and whoever is written to next has one that does. At a start, of
 * alarms whose links are read still. Answers with how many.
 */
export async function signLinksAnew({ db, keys, clock }: Pick<House, 'db' | 'keys' | 'clock'>): Promise<number> {
  const since = rememberedSince(clock.now())
  let count = 0
  let after: string | null = null
  for (;;) {
    const links = await readLinks(db, { since, after, most: batch })
    for (const { recipientId, hash } of links) {
      if (isStillOurs(keys, recipientId, hash)) continue
      await replaceLink(db, recipientId, hashOfToken(linkToken(keys, recipientId)))
      count++
    }
    const last = links.at(-1)
    if (!last || links.length < batch) return count
    after = last.recipientId
  }
}
