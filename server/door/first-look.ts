import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import type { House } from '~/platform/house.server'
import { clientAddress, proxyList } from '~/platform/http/client-address.server'
import { cookieOutwards, cookiesInwards } from '~/platform/http/host-cookies'
import { isForeignPost, requestOrigin } from '~/platform/http/origin'
import { foreignPostPage, nowherePage, unreadablePage } from '../pages/plain-pages'
import { loggedPath, readAddress } from './address'
import type { Env } from './door-env'
import type { Place } from './methods'
import { readabilityOf } from './readable'

/** The methods that pages accept. Only POST may have a body. */
const methods = ['GET', 'HEAD', 'POST']

/**
 * Admits only normalised addresses, HTTP/1.x and three methods, so that no later rule about an address can be bypassed
 * by spelling.
 */
export function onlyPlainAddresses(ours: ReadonlySet<string>) {
  return createMiddleware<Env>(async (c, next) => {
    const { incoming } = c.env
    // HTTP/0.9 has no headers, so neither a host nor a cookie.
    if (incoming.httpVersionMajor !== 1) return c.body(null, 505, { Connection: 'close' })
    const address = readAddress(incoming.url ?? '')
    c.set('page', address.kind === 'plain' ? address.page : '')
    c.set('logged', address.kind === 'plain' ? loggedPath(address.page, ours) : '…')
    if (!methods.includes(c.req.method)) return c.body(null, 405, { Allow: methods.join(', '), Connection: 'close' })
    if (address.kind === 'plain') return next()
    if (address.kind === 'unreadable' || c.req.method === 'POST') return c.html(nowherePage(), 404)
    return c.body(null, 308, { Location: address.path + new URL(c.req.url).search, 'Cache-Control': 'no-cache' })
  })
}

/** Translates cookie names: under https the browser's names differ from those used inside. */
export const underHostNames = createMiddleware<Env>(async (c, next) => {
  const { headers } = c.req.raw
  const given = headers.get('cookie')
  if (given !== null) {
    const ours = cookiesInwards(given)
    if (ours === '') headers.delete('cookie')
    else headers.set('cookie', ours)
  }
  await next()
  const set = c.res.headers.getSetCookie()
  c.res.headers.delete('Set-Cookie')
  for (const line of set) c.res.headers.append('Set-Cookie', cookieOutwards(line))
})

/** Determines the client's address. Used only for rate limits and the administrators' audit log. */
export function fromWhere(trusted: string[]) {
  const proxies = proxyList(trusted)
  return createMiddleware<Env>((c, next) => {
    const peer = getConnInfo(c).remote.address ?? ''
    c.set('client', clientAddress(peer, c.req.header('x-forwarded-for') ?? null, proxies))
    return next()
  })
}

/** CSRF protection: a POST must come from our own origin. Checked before any of the body is read. */
export function onlyOwnPosts({ config }: Pick<House, 'config'>) {
  return createMiddleware<Env>((c, next) => {
    const { method, headers } = c.req.raw
    const origin = requestOrigin(config.origin, c.req.header('host') ?? null, config.mode === 'demo')
    if (!isForeignPost(method, headers, origin)) return next()
    c.set('refusedFor', 'a post from another site')
    return Promise.resolve(c.html(foreignPostPage(), 403))
  })
}

/** Refuses methods that the address does not have. */
export function onlyItsMethods(placeOf: (page: string) => Place) {
  return createMiddleware<Env>((c, next) => {
    const { methods: own, route, way } = placeOf(c.get('page'))
    c.set('route', route)
    c.set('way', way)
    const isNowhere = own.length === 0
    // The 404 page for reads is drawn by the router.
    if (own.includes(c.req.method) || (isNowhere && c.req.method !== 'POST')) return next()
    return Promise.resolve(
      isNowhere ? c.html(nowherePage(), 404) : c.html(nowherePage(), 405, { Allow: own.join(', ') }),
    )
  })
}

/** Refuses a POST whose body cannot be parsed, before anything acts on it. */
export const onlyReadable = createMiddleware<Env>(async (c, next) => {
  if (c.req.method !== 'POST') return next()
  const read = await readabilityOf(c.get('page'), c.req.raw.headers, c.get('sent'))
  return read === 'ok' ? next() : c.html(unreadablePage(), read)
})
