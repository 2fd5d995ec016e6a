import { randomUUID } from 'node:crypto'
import { isFresh } from '~/accounts/public.server'
import { type Plan, packageOf } from '~/companies/public'
import { type Listing, readListing } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { dueOnFrom } from '~/payments/public'
import { readBilling } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { formatPostcode } from '~/postcodes/public'
import { type Month, monthOf } from '~/shared/month'
import { notThere, type ReadBy } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { monthsOnOffer } from '../apply/application'
import { shown } from '../read-slots.server'
import { permitOf, standingOf } from '../settle.server'
import { isLive, type Slot } from '../slot'
import { readSlotsOf, readTakenMonths } from '../slot-store.server'
import { givenBackOf } from './let-go.server'
import { effectOf, monthsSeen, planChoiceFrom } from './plan-change'

/** An admin reads a company's package, the months that it could book, and what a change would lead to. */
export async function readPlanChange(house: House, signedIn: SignedIn, companyId: string, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const { db, clock } = house
  const now = clock.now()
  const current = monthOf(now)
  const company = await readListing(db, { id: companyId }, 'look')
  if (!company) return notThere
  const slots = (await readSlotsOf(db, companyId)).filter((slot) => isLive(slot) && slot.month >= current)
  const { plan, choice } = planChoiceFrom(query, current)
  const taken = plan ? await takenFor[plan](db, company, slots, current) : new Map<Month, string>()
  const chosen = choice?.months.some((month) => taken.has(month)) ? null : choice
  return {
    id: companyId,
    name: company.name,
    isClosed: company.isClosed,
    isHidden: company.isHidden,
    planName: packageOf(company.plan).name,
    slots: slots.map((slot) => shown(slot, { isApproved: company.isApproved, isHidden: company.isHidden, current })),
    plan,
    months: monthsOnOffer(current).map((value) => ({ value, taken: taken.get(value) })),
    chosen: chosen && {
      ...chosen,
      effect: effectOf(chosen, {
        name: company.name,
        postcode: formatPostcode(company.postcode),
        standing: standingOf(company),
        permit: permitOf(company, now),
        slots,
        back: slots
          .filter(({ status }) => status === 'active')
          .reduce((sum, slot) => sum + givenBackOf(slot, dayOf(now)), 0),
        dueOn: dueOnFrom(dayOf(now)),
        baseOn: await readBilling(db, companyId),
      }),
    },
    key: randomUUID(),
    seen: monthsSeen(slots),
    isFresh: isFresh(signedIn, now),
  }
}

const own = 'Redan företagets'

type Taken = Map<Month, string>

async function readSponsors(db: Database, { id, postcode }: Listing, current: Month): Promise<Taken> {
  const slots = await readTakenMonths(db, postcode, current)
  return new Map(slots.map(({ month, companyId }) => [month, companyId === id ? own : 'Bokad']))
}

const seasonsOf = (slots: readonly Slot[]): Taken =>
  new Map(slots.filter(({ kind }) => kind === 'season').map(({ month }) => [month, own]))

/** The taken months for each package, with whose they are. */
const takenFor = {
  base: () => new Map(),
  sponsor: (db, company, _, current) => readSponsors(db, company, current),
  season: (_, __, slots) => seasonsOf(slots),
} as const satisfies Record<
  Plan,
  (db: Database, company: Listing, slots: readonly Slot[], current: Month) => Taken | Promise<Taken>
>

export type PlanChangeShown = ReadBy<typeof readPlanChange>
