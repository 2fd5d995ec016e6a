import type { Context, Handler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { prolongSession } from '~/accounts/public.server'
import { noteRefusedAdmin } from '~/audit/public.server'
import { DatabaseAway } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import {
  awayContext,
  drawnContext,
  houseContext,
  ledAwayContext,
  plainContext,
  visitorContext,
} from '~/platform/http/contexts.server'
import { requestOrigin } from '~/platform/http/origin'
import type { Env } from '../door/door-env'
import type { OpenHouse } from '../start/open-house'
import type { pagesOnTheWay } from './on-the-way'

type Pages = {
  house: OpenHouse
  /** The house whose connection pool this page uses. */
  houseOf: (c: Context<Env>) => House
  pagesOn: ReturnType<typeof pagesOnTheWay>
}

/** Identifies the account, lets React Router draw the page, and sets Cache-Control. */
export function answerPage({ house, houseOf, pagesOn }: Pages): Handler<Env> {
  const { config } = house
  return async (c) => {
    const request = c.req.raw
    const origin = requestOrigin(config.origin, c.req.header('host') ?? null, config.mode === 'demo')
    // Behind a TLS proxy the request's own URL says http; the pages must see the public address.
    const { pathname, search } = new URL(c.req.url)
    // PostgreSQL text cannot hold a zero character, and nobody types one.
    const asked = new Request(new URL(pathname + search.replaceAll('%00', ''), origin), request)
    const at = houseOf(c)
    const address = c.get('client')
    const headers = new Headers(request.headers)
    headers.set('x-kvartera-client', address)
    const signedIn = await at.auth.sessions.current(headers)
    c.set('actorId', signedIn?.person.id)
    const [page, logged] = [c.get('page'), c.get('logged')]
    await noteRefusedAdmin(at, { method: request.method, page, logged, address, signedIn })
    // The session check of an open page and the renewal of a push subscription are no use by a person, so they do not
    // prolong the session.
    if (signedIn && page !== '/session' && page !== '/push/renew')
      await prolongSession(at.db, signedIn, house.clock.now())

    const context = new RouterContextProvider()
    context.set(houseContext, at)
    const marks = { requestId: c.get('requestId'), nonce: c.get('secureHeadersNonce') ?? '' }
    context.set(visitorContext, { ...marks, path: logged, address, origin, headers, signedIn })
    const answer = await pagesOn(c.get('way'))(asked, context)
    if (context.get(ledAwayContext)) c.set('isLedAway', true)
    const plain = context.get(plainContext)
    if (plain) c.set('isPlain', true)
    if (plain?.styles) c.set('ownStyles', plain.styles)
    if (context.get(awayContext)) throw new DatabaseAway('a page could not be made')
    // A page drawn for one person must not be cached for another, nor for whoever uses the phone next.
    const isPublic = /^public\b/.test(answer.headers.get('Cache-Control') ?? '')
    if (!isPublic && (signedIn || c.get('sender').isKnown || holdsSecrets.test(page)))
      answer.headers.set('Cache-Control', 'no-store')
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-cache')
    const drawn = context.get(drawnContext)
    if (drawn === null) return answer
    c.set('drawn', drawn)
    return new Response(drawn, { status: answer.status, headers: answer.headers })
  }
}

/** These pages show what a secret in the address gives access to, or lead to a session. */
const holdsSecrets = /^\/(auth|vakt|larm)\//
