import { z } from 'zod'
import { readDirectorySearch } from '~/directory/public'
import { hint } from '~/platform/realtime/hint'
import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import { idPattern } from '~/shared/asked'

/**
 * Subjects of the cached pages that read the database (db/migrations/0380): each page has one, and a change names those
 * that it invalidates. `times:<company>` is announced for a company's bookings, and is a subject of every card that
 * shows its first free time.
 */

/** Longer than any real search; longer addresses are not cached. */
const longestAddress = 400

const profile = new RegExp(`^/company/(${idPattern})$`)
const profileLink = new RegExp(`href="/company/(${idPattern})"`, 'g')
const responses = /^\/svarstider\/(\d{5})$/

/** The subject of the page at an address; null if it is not one of those that are cached until they change. */
export function subjectOf(address: string): string | null {
  // The door strips zero characters and what follows #, so the page would read another address than this one.
  if (address.length > longestAddress || /%00|#/.test(address)) return null
  // Split at the first question mark only: the search text may contain more.
  const [path = '', ...rest] = address.split('?')
  const query = rest.join('?')
  if (path === '/companies') return subjectOfDirectory(query)
  if (path === '/security') return 'partners'
  if (path === '/svarstider') return 'postcodes'
  const [, company] = profile.exec(path) ?? []
  if (company) return `company:${company}`
  const [, postcode] = responses.exec(path) ?? []
  return postcode ? `responses:${postcode}` : null
}

/**
 * A list filtered by free times also depends on companies that are not on it, since any booking may bring them there;
 * so it is not cached.
 */
function subjectOfDirectory(query: string): string | null {
  const { postcode, free } = readDirectorySearch(new URLSearchParams(query))
  return free ? null : `companies:${postcode}`
}

/** Further subjects, from the page's text: the free times on its cards. */
export function timesShown(subject: string, page: string): string[] {
  if (!subject.startsWith('companies:') && subject !== 'partners') return []
  return [...page.matchAll(profileLink)].map(([, id]) => `times:${id}`)
}

/** The subjects that were invalidated; null if an invalidation may have been missed, so that everything is. */
export type Ended = ReadonlySet<string> | null

export type WhatIsShown = {
  /** Whether invalidations are being received just now. */
  isHeard(): boolean
  follow(ended: (words: Ended) => void): void
}

const words = z.string().regex(/^[a-z]+(:[0-9a-f-]+)?( [a-z]+(:[0-9a-f-]+)?)*$/)

/** Listens from the start: invalidations before the first follower concern no cached page. */
export function hearWhatIsShown(listener: Listener): WhatIsShown {
  const followers: ((words: Ended) => void)[] = []
  const say = (words: Ended) => {
    for (const ended of followers) ended(words)
  }
  // Any database login can NOTIFY anything on a channel, so a malformed payload counts as a missed invalidation.
  listener.on('shown', (payload) => {
    const said = words.safeParse(payload).data?.split(' ')
    say(said && !said.includes('all') ? new Set(said) : null)
  })
  listener.on(
    'live',
    heardAs(hint, (word) => {
      if (word === null) return say(null)
      const companies = word.about === 'bookings' ? word.to.filter((to) => to.startsWith('company:')) : []
      if (companies.length > 0) say(new Set(companies.map((to) => to.replace('company', 'times'))))
    }),
  )
  return { isHeard: listener.isOpen, follow: (ended) => void followers.push(ended) }
}
