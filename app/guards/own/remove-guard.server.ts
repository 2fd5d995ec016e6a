import { readAreas } from '~/companies/public.server'
import { deleteSubscriptionsOf } from '~/notifications/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, isDeadEnd, type NotThere, type Outcome } from '~/shared/outcome'
import { forgetGuard } from '../forget-guards.server'
import { clearLink } from '../link/link-store.server'
import { findOwnGuard } from './own-guard.server'

/** A partner removes a guard, who at once gets no alarms and loses the page; the number is deleted. */
export async function removeGuard(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  await house.db.transaction().execute((db) => forgetGuard(db, company.id, guard.id, house.clock.now()))
  const postcodes = (await readAreas(house.db, company.id)).map((area) => `postcode:${area}` as const)
  house.live.tell({ to: [`company:${company.id}`, ...postcodes, 'admin'], about: 'patrols' })
  return accepted(null)
}

/** Revokes a guard's link and browser access, for a lost phone. */
export async function revokeLink(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  await clearLink(house.db, company.id, guard.id)
  await deleteSubscriptionsOf(house.db, { kind: 'guard', id: guard.id })
  return accepted(null)
}
