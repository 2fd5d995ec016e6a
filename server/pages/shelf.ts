import type { Clock } from '~/platform/clock.server'
import type { KeptPage } from './kept-page'
import type { Ended } from './what-is-shown'

type Lying = {
  /** Every subject whose change invalidates the page; complete only once it is rendered. */
  about: Set<string>
  /** Invalidations heard while the page is rendered, when it is not yet known which subjects it has. */
  meanwhile: Set<string>
  from: number
  until: number
  page: KeptPage | null
  /** For visitors who come while it is rendered; null if it was invalidated meanwhile, and they ask again. */
  forOthers: Promise<KeptPage | null>
}

type Bounds = { mostPages: number; mostBytes: number }

export type Shelf = {
  find(key: string): KeptPage | null
  /** The rendering that is under way for another visitor, or null. */
  underWay(key: string): Promise<KeptPage | null> | null
  /** Renders the page for the visitor who asks, and stores it unless it was invalidated meanwhile. */
  make(key: string, about: About, render: () => Promise<KeptPage | null>): Promise<KeptPage | null>
  end(words: Ended): void
}

/** The subject of a page as its address tells it, and further subjects as its text tells them. */
export type About = { subject: string | null; lastsMs: number; alsoIn?: (text: string) => string[] }

const minute = 60_000

/**
 * Cache of pages by address, each rendered once. A page is as old as the moment before its rendering began: any later
 * invalidation ends it, even while it is still being rendered. The least recently asked for are evicted first.
 */
export function openShelf({ mostPages, mostBytes }: Bounds, clock: Pick<Clock, 'now'>): Shelf {
  const lying = new Map<string, Lying>()
  const stands = ({ from, until }: Lying, now = clock.now().getTime()) => from <= now && now < until

  function makeRoom() {
    let bytes = 0
    for (const { page } of lying.values()) bytes += page?.size ?? 0
    for (const [key, { page }] of lying) {
      if (lying.size <= mostPages && bytes <= mostBytes) return
      lying.delete(key)
      bytes -= page?.size ?? 0
    }
  }

  function at(key: string): Lying | undefined {
    const found = lying.get(key)
    if (!found) return undefined
    lying.delete(key)
    if (!stands(found)) return undefined
    lying.set(key, found)
    return found
  }

  return {
    find: (key) => at(key)?.page ?? null,
    underWay: (key) => {
      const found = at(key)
      return found && !found.page ? found.forOthers : null
    },
    async make(key, { subject, lastsMs, alsoIn = () => [] }, render) {
      const from = clock.now().getTime()
      // Everything that time alone changes on these pages changes at a whole minute.
      const until = Math.min(from + lastsMs, lastsMs === Infinity ? Infinity : (Math.floor(from / minute) + 1) * minute)
      const made = render()
      const own: Lying = {
        about: new Set(subject === null ? [] : [subject]),
        meanwhile: new Set(),
        from,
        until,
        page: null,
        forOthers: made.then(settle, () => settle(null)),
      }
      lying.set(key, own)
      return made

      function settle(page: KeptPage | null): KeptPage | null {
        if (lying.get(key) !== own) return null
        for (const word of page ? alsoIn(page.text) : []) own.about.add(word)
        if (page === null || !own.about.isDisjointFrom(own.meanwhile)) {
          lying.delete(key)
          return null
        }
        own.page = page
        makeRoom()
        return page
      }
    },
    end(words) {
      for (const [key, own] of lying) {
        if (words === null || !own.about.isDisjointFrom(words)) lying.delete(key)
        else if (!own.page) for (const word of words) own.meanwhile.add(word)
      }
    },
  }
}
