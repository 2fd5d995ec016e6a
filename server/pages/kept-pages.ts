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
 * Pages that read the same for everyone who shows no cookie: nothing in them is of one visit or of the database
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

/** The demo's loopback names could be asked for with any port. */
const lasting = { mostPages: 50, mostBytes: 20_000_000 }
/** Anybody can ask for as many searches as they like. */
const shownOnly = { mostPages: 400, mostBytes: 40_000_000 }
/** What a word that was lost costs: until then a page may show what is no longer so. */
const withoutAWordMs = 5_000

/** A cookie may be a session or a notice: that page is somebody's own. */
function isAnybodys({ method, httpVersion, headers }: Visit): boolean {
  return (method === 'GET' || method === 'HEAD') && httpVersion === '1.1' && headers.cookie === undefined
}

export const isKept = (visit: Visit) => isAnybodys(visit) && keptAddresses.has(visit.url ?? '')

type Kept = { shelf: Shelf; about: About; effort: Effort }
type Ports = { clock: Clock; shown: WhatIsShown }

/**
 * The first answer is kept with its headers, compressed once in each way that is asked for, and sent as it lies from then on:
 * for ever when nothing of it changes, and until what it shows changes when that is told of (docs/decisions/0204). One that could
 * not be kept is nobody's but its visitor's.
 */
export function createKeptPages({ origin, mode }: { origin: string; mode: string }, ports?: Ports) {
  const forEver = openShelf(lasting, { now: () => new Date(0) })
  const untilChanged = ports && openShelf(shownOnly, ports.clock)
  ports?.shown.follow((words) => untilChanged?.end(words))
  // The address is in the page, and the demo answers to more than one.
  const keyOf = ({ url, headers }: Visit) => requestOrigin(origin, headers.host ?? null, mode === 'demo') + url

  function keptAs(visit: Visit): Kept | null {
    if (isKept(visit)) return { shelf: forEver, about: { subject: null, lastsMs: Infinity }, effort: 'smallest' }
    // A page that nobody would say is out of date is not shown twice.
    if (!untilChanged || !ports?.shown.isHeard() || !isAnybodys(visit)) return null
    const subject = subjectOf(visit.url ?? '')
    if (subject === null) return null
    const alsoIn = (text: string) => timesShown(subject, text)
    return { shelf: untilChanged, about: { subject, lastsMs: withoutAWordMs, alsoIn }, effort: 'soonest' }
  }

  /** The same without asking what the address says: it lies there by its whole address, or not at all. */
  function lying(visit: Visit): KeptPage | null {
    if (!isAnybodys(visit)) return null
    const key = keyOf(visit)
    return forEver.find(key) ?? ((ports?.shown.isHeard() && untilChanged?.find(key)) || null)
  }

  return {
    /** Sends what is kept, before anything is made of the request; false when there is nothing. */
    answers(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
      const answer = lying(incoming)?.readyFor(incoming)
      if (!answer) return false
      const { status, headers, bytes } = answer
      outgoing.writeHead(status, headers.flat())
      outgoing.end(incoming.method === 'HEAD' ? null : bytes)
      return true
    },

    /** Around the whole door: keeps what it answers to the first, for whom the others wait. */
    keep: createMiddleware<Env>(async (c, next) => {
      const { incoming } = c.env
      const kept = keptAs(incoming)
      if (!kept) return next()
      const { shelf, about, effort } = kept
      const key = keyOf(incoming)
      let page: KeptPage | null = shelf.find(key)
      // What was ended while it was made is made once more for all who waited, and is what they get.
      for (let turn = 0; turn < 2 && !page; turn++) {
        const made = shelf.underWay(key)
        if (!made) break
        page = await made
      }
      // The head of a page is no page.
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
