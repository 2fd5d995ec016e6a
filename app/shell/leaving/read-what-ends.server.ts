import { countEndedByLeaving, sumUnaskedFees } from '~/bookings/public.server'
import { readOwnCompany } from '~/companies/public.server'
import { countGuardsOf } from '~/guards/public.server'
import { readEndedMembership } from '~/membership/public.server'
import { countBaseGivenBack, sumFeesOwed } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPointAccount } from '~/points/public.server'
import { readMonthsLetGo } from '~/sponsorship/public.server'
import { whatEnds } from './what-ends'

/** A person reads what deleting their own account would end, in sentences. */
export async function readWhatEnds({ db, clock }: Pick<House, 'db' | 'clock'>, { person }: SignedIn) {
  const now = clock.now()
  const membership = person.role === 'member' ? await readEndedMembership(db, person.id, now) : null
  const company = await readOwnCompany(db, person.id)
  return whatEnds({
    ...(await countEndedByLeaving(db, person.id, now)),
    ...(company ? await readOfCompany(db, company.id, now) : ofNoCompany),
    membership,
    points: (await readPointAccount(db, person.id)).balance,
  })
}

const ofNoCompany = { months: [], paidBase: 0, feesOwedOre: 0, guards: 0 }

const readOfCompany = async (db: Database, companyId: string, now: Date) => ({
  months: await readMonthsLetGo(db, companyId, now),
  paidBase: await countBaseGivenBack(db, companyId, now),
  feesOwedOre: await readFeesOwed(db, companyId),
  guards: await countGuardsOf(db, companyId),
})

/** A charge is paid in full; credits that are not on one yet are taken off the next. */
const readFeesOwed = async (db: Database, companyId: string) =>
  (await sumFeesOwed(db, companyId)) + Math.max(0, await sumUnaskedFees(db, companyId))
