import type { Context } from 'hono'
import type { Span } from '~/platform/tracing/tracing.server'
import type { Env } from '../door/door-env'
import { nowhere } from '../door/methods'

/** Monitors ask these every few seconds, so they are not traced. */
const watched = /^\/(halsa|metrics)\b/

/**
 * Fills a request's trace span with no more than /metrics tells, plus the request id that the visitor was shown: never
 * the address.
 */
export function sayRequest(c: Context<Env>, span: Span) {
  const [route, { method }, { status }] = [c.get('route'), c.req, c.res]
  // Requests to unknown addresses, or refused before routing, come from scanners: not traced.
  if (!route || route === nowhere.route || watched.test(route)) return span.leaveOut()
  span.call(`${method} ${route}`)
  span.note({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'kvartera.request': c.get('requestId'),
  })
  if (status >= 500) span.fail()
}
