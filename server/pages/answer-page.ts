import type { Context, Handler } from 'hono'
import { RouterContextProvider } from 'react-router'
import { prolongSession } from '~/accounts/public.server'
import { noteRefusedAdmin } from '~/audit/public.server'
import { DatabaseAway } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import {
  awayContext,
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
  /** With the lines that this page may use. */
  houseOf: (c: Context<Env>) => House
  pagesOn: ReturnType<typeof pagesOnTheWay>
}

/** Who asks, then the page that React Router makes for them, and for how long it may be kept. */
export function answerPage({ house, houseOf, pagesOn }: Pages): Handler<Env> {
  const { config } = house
  return async (c) => {
    const request = c.req.raw
    const origin = requestOrigin(config.origin, c.req.header('host') ?? null, config.mode === 'demo')
    // Behind a TLS proxy the socket says http; the pages must see the address people typed.
    const { pathname, search } = new URL(c.req.url)
    // No column takes a zero character, and nobody types one.
    const asked = new Request(new URL(pathname + search.replaceAll('%00', ''), origin), request)
    const at = houseOf(c)
    const address = c.get('client')
    const headers = new Headers(request.headers)
    headers.set('x-kvartera-client', address)
    const signedIn = await at.auth.sessions.current(headers)
    c.set('actorId', signedIn?.person.id)
    const [page, logged] = [c.get('page'), c.get('logged')]
    await noteRefusedAdmin(at, { method: request.method, page, logged, address, signedIn })
    // An open page that asks whether the session stands is nobody who uses it, nor is a browser that tells of itself.
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
    // What is rendered for one person must not be kept for the next, nor for whoever has the phone after them.
    const isPublic = /^public\b/.test(answer.headers.get('Cache-Control') ?? '')
    if (!isPublic && (signedIn || c.get('sender').isKnown || holdsSecrets.test(page)))
      answer.headers.set('Cache-Control', 'no-store')
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'private, no-cache')
    return answer
  }
}

/** What is shown there came in by a secret in the address, or is on its way to a session. */
const holdsSecrets = /^\/(auth|vakt|larm)\//
