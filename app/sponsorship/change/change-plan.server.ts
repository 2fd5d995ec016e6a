import { refuseStaleLogin } from '~/accounts/public.server'
import { recordAudit } from '~/audit/public.server'
import { type Listing, readListing } from '~/companies/public.server'
import type { Asked } from '~/door/deed.server'
import { onlyAdmin } from '~/door/guard.server'
import type { Charge, GivenBack, MoneyPorts } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { type Month, monthOf } from '~/shared/month'
import { accepted, isDeadEnd, type NotThere, notThere, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { bookSeason, bookSponsorMonth } from '../apply/book-months.server'
import { refusedAsTaken } from '../apply/taken-month.server'
import { settleCompany } from '../settle.server'
import { isLive, type Slot } from '../slot'
import { mailPlanChange } from '../slot-mails.server'
import { readSlotsOf } from '../slot-store.server'
import { endPassed } from '../sweep-months.server'
import { letGo } from './let-go.server'
import { monthsSeen, type PlanChange, parsePlanChange, planChangeFailed } from './plan-change'
import { hasPlanChange, insertPlanChange } from './plan-change-store.server'

type Done = {
  booked: { months: readonly Month[]; charge: Charge } | null
  released: readonly Slot[]
  credits: readonly GivenBack[]
}

/**
 * An admin changes a company's package: books months as if the company had applied, or returns to the base, which lets
 * go of all its live months. The company is told what it owes or gets back. It has to accept the terms itself, so no
 * acceptance is stored here. Idempotent by the form's key.
 */
export async function changePlan(asked: Asked, companyId: string): Promise<Outcome<null> | NotThere> {
  onlyAdmin(asked.signedIn)
  const { house, signedIn, values } = asked
  const now = house.clock.now()
  const form = parsePlanChange(values, monthOf(now))
  if (!form.ok) return form
  const stale = await refuseStaleLogin(asked, planChangeFailed)
  if (stale) return stale
  const change = form.value
  const adminId = signedIn.person.id
  const changed = await house.db
    .transaction()
    .execute(async (db): Promise<Outcome<null> | NotThere> => {
      const company = await holdAsOfNow({ ...house, db }, companyId)
      if (isDeadEnd(company)) return company
      if (await hasPlanChange(db, change.key, companyId)) return accepted(null)
      const before = (await readSlotsOf(db, companyId)).filter(isLive)
      const refusal = whyNot(change, company, before)
      if (refusal) return refusal
      await insertPlanChange(db, { id: change.key, companyId, plan: change.plan, by: adminId, at: now })
      const done = await carryOut({ ...house, db }, company, before, change, adminId)
      const after = (await readSlotsOf(db, companyId)).filter(isLive)
      await recordAudit(db, {
        at: now,
        actor: signedIn,
        deed: 'change plan',
        subject: { kind: 'company', id: companyId },
        reason: change.reason,
        before: { plan: company.plan, months: written(before) },
        after: {
          plan: change.plan,
          months: written(after),
          charge: done.booked?.charge.reference ?? null,
          creditNotes: done.credits.map(({ creditNumber }) => creditNumber).join(', ') || null,
        },
      })
      const { plan, reason } = change
      await mailPlanChange(db, house.config, company, { plan, reason, ...done })
      return accepted(null)
    })
    .catch(refusedAsTaken)
  if (changed.ok) {
    house.wake('messages')
    house.live.tell({ to: [`company:${companyId}`, 'admin'], about: 'payments' })
  }
  return changed
}

/**
 * Locks the company and ends its months that have passed, in case the hourly sweep has not yet: those are neither given
 * back nor count for the plan.
 */
async function holdAsOfNow(ports: MoneyPorts, companyId: string): Promise<Listing | NotThere> {
  const { db } = ports
  const read = () => readListing(db, { id: companyId }, 'hold')
  let company = await read()
  if (company && (await endPassed(ports, companyId)) > 0) {
    await settleCompany(db, companyId, ports.clock.now())
    company = await read()
  }
  if (!company) return notThere
  return company
}

/** The preconditions, checked under the lock before any money or month is touched. Null if there is no objection. */
function whyNot(change: PlanChange, company: Listing, slots: readonly Slot[]): Refusal | null {
  const no = (message: string) => refused(planChangeFailed, { message })
  if (company.isClosed) return no('Företaget är borttaget.')
  if (change.seen !== monthsSeen(slots)) {
    return no('Företagets månader har ändrats sedan du öppnade sidan. Läs igenom en gång till.')
  }
  if (change.plan === 'base') {
    const isBase = company.plan === 'base' && slots.length === 0
    return isBase ? no('Företaget har redan Bas, och inga månader är bokade.') : null
  }
  // A month of visibility is not sold to a company that is hidden.
  return company.isHidden ? no('Företaget är dolt. Visa det igen först.') : null
}

async function carryOut(
  house: House,
  company: Listing,
  slots: readonly Slot[],
  change: PlanChange,
  by: string,
): Promise<Done> {
  const { db, clock } = house
  if (change.plan === 'base') {
    const credits = await letGo(house, company.id, slots, { by, reason: change.reason })
    return { booked: null, released: slots, credits }
  }
  const months = change.plan === 'sponsor' ? [change.month] : change.months
  return { booked: { months, charge: await book(db, company, change, clock.now()) }, released: [], credits: [] }
}

function book(db: Database, company: Listing, change: Exclude<PlanChange, { plan: 'base' }>, now: Date) {
  return change.plan === 'sponsor'
    ? bookSponsorMonth(db, company, change.month, now)
    : bookSeason(db, company, change, now)
}

const written = (slots: readonly Slot[]) =>
  slots.map(({ kind, month, status }) => `${kind} ${month} ${status}`).join(', ') || null
