import { hasOpenAlarmOrWalk } from '~/alarms/public.server'
import { countAhead } from '~/bookings/public.server'
import { lockCapacity, readOwnCompany } from '~/companies/public.server'
import { pauseMemberships } from '~/membership/public.server'
import { stopAskingCompany } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Role } from '~/shared/role'

/** What keeps a person in their role: an alarm or a walk home that is open, or bookings ahead. */
export type Bound = { by: 'alarm or walk' } | { by: 'own bookings' | 'bookings of the company'; count: number }

/**
 * Ends what belongs to a role that a person is about to lose, or returns what keeps them in it. Only members reach the
 * pages that end an alarm, a walk home and their bookings, and pay for a membership; somebody has to answer for a
 * company's bookings, and without an owner who does it is not listed, so its packages cost nothing. Precondition: the caller's transaction has locked the person (`lockPerson`).
 */
export async function leaveRole(db: Database, { id, role }: { id: string; role: Role }, now: Date) {
  if (role === 'member') {
    if (await hasOpenAlarmOrWalk(db, id)) return { by: 'alarm or walk' } satisfies Bound
    const count = await countAhead(db, id, 'member', now)
    if (count > 0) return { by: 'own bookings', count } satisfies Bound
    await pauseMemberships(db, [id], 'Inte medlem längre', now)
  }
  if (role === 'company') {
    const company = await readOwnCompany(db, id)
    if (!company) return null
    // So that nobody books it meanwhile.
    await lockCapacity(db, company.id)
    const count = await countAhead(db, id, 'company', now)
    if (count > 0) return { by: 'bookings of the company', count } satisfies Bound
    await stopAskingCompany(db, company.id, 'Ingen sköter företagets konto längre', now)
  }
  return null
}
