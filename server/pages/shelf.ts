import type { Clock } from '~/platform/clock.server'
import type { KeptPage } from './kept-page'
import type { Ended } from './what-is-shown'

type Lying = {
  /** Every word that ends it; complete once it is made. */
  about: Set<string>
  /** What was said while it was made, when it is not known yet whether it is about that. */
  meanwhile: Set<string>
  from: number
  until: number
  page: KeptPage | null
  /** For those who come while it is made; null when it was ended by then, and they ask anew. */
  forOthers: Promise<KeptPage | null>
}

type Bounds = { mostPages: number; mostBytes: number }

export type Shelf = {
  find(key: string): KeptPage | null
  /** What is being made for somebody else, if anything is. */
  underWay(key: string): Promise<KeptPage | null> | null
  /** Makes it for who asks, and lays it here for the others unless a change came between. */
  make(key: string, about: About, render: () => Promise<KeptPage | null>): Promise<KeptPage | null>
  end(words: Ended): void
}

/** What a page is about, as far as its address says; and what else, as its text does. */
export type About = { subject: string | null; lastsMs: number; alsoIn?: (text: string) => string[] }

const minute = 60_000

/**
 * Pages by their address, made once. A page is as old as the moment before it was rendered: what is said later ends it, whether
 * it is made by then or not. Those that were asked for longest ago go first when there are too many.
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
      // Everything that time changes on these pages, it changes at a whole minute.
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
