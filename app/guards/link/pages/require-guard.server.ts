import { leadAway } from '~/door/guard.server'
import { houseContext, type PageContext } from '~/platform/http/contexts.server'
import { type Guard, readGuardByToken } from '../../guard-store.server'
import { secretIn } from '../guard-cookie.server'
import { markBrowserSeen } from '../link-store.server'

export type { Guard }

/** The guard whose phone this is, or null. For doors that also let others in. */
export async function readVisitingGuard(context: PageContext, request: Request): Promise<Guard | null> {
  const house = context.get(houseContext)
  const secret = await secretIn(house, request.headers)
  if (secret === null) return null
  const now = house.clock.now()
  const guard = await readGuardByToken(house.db, secret, now)
  if (guard) await markBrowserSeen(house.db, guard.id, now)
  return guard
}

/** A guard who came by their own link; anybody else is sent to /vakt, which says how to get one. */
export async function requireGuard(context: PageContext, request: Request): Promise<Guard> {
  const guard = await readVisitingGuard(context, request)
  if (guard) return guard
  return leadAway(context, '/vakt')
}
