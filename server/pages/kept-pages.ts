import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '~/platform/clock.server'
import { requestOrigin } from '~/platform/http/origin'
import { compressAnswer, type Effort } from '../compress'
import type { Env } from '../door/door-env'
import { type KeptPage, toKeep, type Visit } from './kept-page'
import { type About, openShelf, type Shelf } from './shelf'
import { subjectOf, timesShown, type WhatIsShown } from './what-is-shown'

/**
 * Pages that are identical for everyone without a cookie: nothing in them depends on the visit or on the database
 * (docs/decisions/0200).
 */
const keptAddresses = new Set([
  '/',
  '/auth',
  '/auth?flik=registrera',
  '/auth/recover',
  '/signup',
  '/signup?role=member',
  '/signup?role=company',
  ...['base', 'sponsor', 'season'].map((plan) => `/signup?role=company&plan=${plan}`),
  '/vad-konceptet-sparar',
  '/villkor',
  '/integritet',
])

/** Limits of the permanent cache. The demo's loopback hosts could be asked for with any port. */
const lasting = { mostPages: 50, mostBytes: 20_000_000 }
/** Limits of the cache of changing pages: anybody can ask for any number of searches. */
const shownOnly = { mostPages: 400, mostBytes: 40_000_000 }
/** Expiry that bounds how long a page may be stale if an invalidation is lost. */
const withoutAWordMs = 5_000

/** Whether a shared page may be sent. A cookie may be a session or a notice, which makes the page personal. */
function isAnybodys({ method, httpVersion, headers }: Visit): boolean {
  return (method === 'GET' || method === 'HEAD') && httpVersion === '1.1' && headers.cookie === undefined
}

export const isKept = (visit: Visit) => isAnybodys(visit) && keptAddresses.has(visit.url ?? '')

type Kept = { shelf: Shelf; about: About; effort: Effort }
type Ports = { clock: Clock; shown: WhatIsShown }

/**
 * Page cache. The first answer is cached with its headers, compressed once per encoding, and sent from memory
 * afterwards: permanently if nothing on it changes, otherwise until an invalidation says that its content changed
 * (docs/decisions/0204). An answer that cannot be cached goes to its visitor alone.
 */
export function createKeptPages({ origin, mode }: { origin: string; mode: string }, ports?: Ports) {
  const forEver = openShelf(lasting, { now: () => new Date(0) })
  const untilChanged = ports && openShelf(shownOnly, ports.clock)
  ports?.shown.follow((words) => untilChanged?.end(words))
  // The key includes the origin: it is written in the page, and the demo answers to more than one.
  const keyOf = ({ url, headers }: Visit) => requestOrigin(origin, headers.host ?? null, mode === 'demo') + url

  function keptAs(visit: Visit): Kept | null {
    if (isKept(visit)) return { shelf: forEver, about: { subject: null, lastsMs: Infinity }, effort: 'smallest' }
    // Nothing is cached while invalidations are not being heard.
    if (!untilChanged || !ports?.shown.isHeard() || !isAnybodys(visit)) return null
    const subject = subjectOf(visit.url ?? '')
    if (subject === null) return null
    const alsoIn = (text: string) => timesShown(subject, text)
    return { shelf: untilChanged, about: { subject, lastsMs: withoutAWordMs, alsoIn }, effort: 'soonest' }
  }

  /** Looks a page up by its whole address, without parsing it. */
  function lying(visit: Visit): KeptPage | null {
    if (!isAnybodys(visit)) return null
    const key = keyOf(visit)
    return forEver.find(key) ?? ((ports?.shown.isHeard() && untilChanged?.find(key)) || null)
  }

  return {
    /** Sends a cached page before the request enters Hono. False if there is none. */
    answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      const answer = lying(incoming)?.readyFor(incoming)
      if (!answer) return false
      const { status, headers, bytes } = answer
      outgoing.writeHead(status, headers.flat())
      outgoing.end(incoming.method === 'HEAD' ? null : bytes)
      return true
    },

    /**
     * Middleware around the whole app: caches the answer to the first visitor, while others for the same page wait for
     * it.
     */
    keep: createMiddleware<Env>(async (c, next) => {
      const { incoming } = c.env
      const kept = keptAs(incoming)
      if (!kept) return next()
      const { shelf, about, effort } = kept
      const key = keyOf(incoming)
      let page: KeptPage | null = shelf.find(key)
      // A page that was invalidated while it was rendered is rendered once more for all who waited.
      for (let turn = 0; turn < 2 && !page; turn++) {
        const made = shelf.underWay(key)
        if (!made) break
        page = await made
      }
      // The answer to HEAD has no body to cache.
      if (!page && incoming.method === 'HEAD') return next()
      if (!page) {
        c.set('isKept', true)
        page = await shelf.make(key, about, async () => {
          await next()
          return toKeep(c.res, { isPlain: c.get('isPlain') === true, requestId: c.get('requestId'), effort })
        })
      }
      if (!page) return compressAnswer(c)
      const { status, headers, bytes } = await page.writeFor(incoming)
      c.res = undefined
      c.res = new Response(bytes, { status, headers })
    }),
  }
}

export type KeptPages = ReturnType<typeof createKeptPages>
