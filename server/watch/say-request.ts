import type { Context } from 'hono'
import type { Span } from '~/platform/tracing/tracing.server'
import type { Env } from '../door/door-env'
import { nowhere } from '../door/methods'

/** Who watches asks every few seconds. */
const watched = /^\/(halsa|metrics)\b/

/** Of a request no more in its trace than /metrics says of all, and the number that its visitor was told: never the address that was asked for. */
export function sayRequest(c: Context<Env>, span: Span) {
  const [route, { method }, { status }] = [c.get('route'), c.req, c.res]
  // What is nowhere, or was refused before that was known, is asked for by those who look for holes.
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
