import { leadAway } from '~/door/guard.server'
import { houseContext, type PageContext } from '~/platform/http/contexts.server'
import { type Guard, readGuardByToken } from '../../guard-store.server'
import { secretIn } from '../guard-cookie.server'
import { markBrowserSeen } from '../link-store.server'

export type { Guard }

/** The guard whose browser this is, or null. For pages that also admit others. */
export async function readVisitingGuard(context: PageContext, request: Request): Promise<Guard | null> {
  const house = context.get(houseContext)
  const secret = await secretIn(house, request.headers)
  if (secret === null) return null
  const now = house.clock.now()
  const guard = await readGuardByToken(house.db, secret, now)
  if (guard) await markBrowserSeen(house.db, guard.id, now)
  return guard
}

/** Requires a guard with browser access. Anybody else is redirected to /vakt, which says how to get in. */
export async function requireGuard(context: PageContext, request: Request): Promise<Guard> {
  const guard = await readVisitingGuard(context, request)
  if (guard) return guard
  return leadAway(context, '/vakt')
}
