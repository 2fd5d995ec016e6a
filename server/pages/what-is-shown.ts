import { z } from 'zod'
import { readDirectorySearch } from '~/directory/public'
import { hint } from '~/platform/realtime/hint'
import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import { idPattern } from '~/shared/asked'

/**
 * What pages that are kept show of the database, in words (db/migrations/0380): a page is about one of them, and a change says
 * those that it ends. `times:<company>` is said of a company's bookings, and is what a card with its first free time is about too.
 */

/** Longer than any search that somebody writes. */
const longestAddress = 400

const profile = new RegExp(`^/company/(${idPattern})$`)
const profileLink = new RegExp(`href="/company/(${idPattern})"`, 'g')
const responses = /^\/svarstider\/(\d{5})$/

/** What the page at an address is about; null when it is not one of those that are kept until what they show changes. */
export function subjectOf(address: string): string | null {
  // The door takes zero characters away, and what comes after a #: the page reads another address than is written here.
  if (address.length > longestAddress || /%00|#/.test(address)) return null
  // At the first of them: what is searched for may be a question.
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

/** A list of those that have a time is about companies that are not on it too: any booking may bring them there. */
function subjectOfDirectory(query: string): string | null {
  const { postcode, free } = readDirectorySearch(new URLSearchParams(query))
  return free ? null : `companies:${postcode}`
}

/** What a page is about besides its subject: the free times on its cards. */
export function timesShown(subject: string, page: string): string[] {
  if (!subject.startsWith('companies:') && subject !== 'partners') return []
  return [...page.matchAll(profileLink)].map(([, id]) => `times:${id}`)
}

/** What is no longer shown as it was; null when something may have been missed, so that nothing is sure. */
export type Ended = ReadonlySet<string> | null

export type WhatIsShown = {
  /** Whether changes are heard of at all just now. */
  isHeard(): boolean
  follow(ended: (words: Ended) => void): void
}

const words = z.string().regex(/^[a-z]+(:[0-9a-f-]+)?( [a-z]+(:[0-9a-f-]+)?)*$/)

/** Hears from the start: what is said before somebody follows ends nothing that anybody keeps. */
export function hearWhatIsShown(listener: Listener): WhatIsShown {
  const followers: ((words: Ended) => void)[] = []
  const say = (words: Ended) => {
    for (const ended of followers) ended(words)
  }
  // Anybody with a login can say anything on a channel: what is no such word counts as one that was missed.
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
