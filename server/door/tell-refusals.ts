import { createMiddleware } from 'hono/factory'
import type { Log } from '~/platform/log.server'
import type { SecurityKind } from '~/platform/security-log.server'
import type { Env } from './door-env'

/** Statuses that are counted as security events. Every answer passes here, so no handler has to report them. */
const refusals = new Map<number, SecurityKind>([
  [400, 'input refused'],
  [401, 'door refused'],
  [403, 'door refused'],
  [404, 'nothing there'],
  [405, 'input refused'],
  [408, 'input refused'],
  [413, 'input refused'],
  [415, 'input refused'],
  [505, 'input refused'],
])

export function tellRefusals({ log }: { log: Pick<Log, 'security'> }) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { status } = c.res
    const kind = c.get('isLedAway') ? 'door refused' : refusals.get(status)
    if (!kind) return
    const [requestId, path] = [c.get('requestId'), c.get('logged')]
    log.security({ kind, actorId: c.get('actorId'), what: c.get('refusedFor'), path, status, requestId })
  })
}
