import { readListing } from '~/companies/public.server'
import { type MoneyPorts, stopAskingForBookedMonths } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { oneRun, type Turn } from '~/platform/work/one-run'
import { monthOf } from '~/shared/month'
import { dayOf, daysAfter } from '~/shared/time'
import { letGo } from './change/let-go.server'
import { settleCompany } from './settle.server'
import { isLive, keptUnpaidDays, type Slot } from './slot'
import { mailRelease } from './slot-mails.server'
import { claimCompanyToSweep, markPassedEnded, readSlotsOf, readUnpaidSlots } from './slot-store.server'

/**
 * The hourly chore for booked months: ends those that have passed, lets go of those that were not paid in time and of
 * those of companies that are closed or whose owner has another role, whose paid months to come are given back. One
 * transaction per company, so a crash loses nothing; several processes share the work. Acts as the product itself, for
 * no signed-in person.
 */
export async function sweepMonths(ports: MoneyPorts): Promise<number> {
  let swept = 0
  await oneRun((run) =>
    run.through(async (turn) => {
      const done = await ports.db.transaction().execute((db) => sweepOne({ ...ports, db }, turn))
      if (done === 'swept') swept++
      return done !== 'nothing left'
    }),
  )
  return swept
}

/** Ends a company's months that have passed, and strikes their charges. Precondition: the caller holds the company. */
export async function endPassed(ports: MoneyPorts, companyId: string): Promise<number> {
  const { db } = ports
  const current = monthOf(ports.clock.now())
  const passed = (await readSlotsOf(db, companyId)).filter((slot) => isLive(slot) && slot.month < current)
  if (passed.length === 0) return 0
  const ended = await markPassedEnded(db, companyId, current)
  await stopAskingForBookedMonths(
    ports,
    passed.map(({ id }) => id),
    'Månaden har passerat',
  )
  return ended
}

const whyGone = { closed: 'Företaget finns inte kvar', 'without owner': 'Ingen sköter företagets konto längre' }

type Done = 'swept' | 'another was first' | 'nothing left'

async function sweepOne(ports: MoneyPorts, turn: Turn): Promise<Done> {
  const { db } = ports
  const now = ports.clock.now()
  const unpaidSince = daysAfter(dayOf(now), -keptUnpaidDays)
  const company = await claimCompanyToSweep(db, monthOf(now), unpaidSince, turn.setAside)
  if (!company) return 'nothing left'
  turn.claimed(company.id)
  const ended = await endPassed(ports, company.id)
  const { slots, reason } = company.gone
    ? { slots: (await readSlotsOf(db, company.id)).filter(isLive), reason: whyGone[company.gone] }
    : { slots: await unpaid(db, company.id, unpaidSince), reason: 'Månaden betalades inte i tid' }
  // Race: the row was chosen just before another process released its lock, having swept the company.
  if (ended === 0 && slots.length === 0) return 'another was first'
  if (slots.length > 0) await letGoAndTell(ports, company.id, slots, reason)
  await settleCompany(db, company.id, now)
  return 'swept'
}

async function unpaid(db: Database, companyId: string, since: string): Promise<Slot[]> {
  const ids = await readUnpaidSlots(db, companyId, since)
  return (await readSlotsOf(db, companyId)).filter(({ id }) => ids.includes(id))
}

async function letGoAndTell(ports: MoneyPorts, companyId: string, slots: readonly Slot[], reason: string) {
  const company = await readListing(ports.db, { id: companyId }, 'hold')
  // All in one call: let go one by one, the rest of an application would get a new charge each time.
  const credits = await letGo(ports, companyId, slots, { by: null, reason })
  if (!company) return
  for (const { id, kind, month } of slots) {
    const credit = credits.find(({ slotId }) => slotId === id) ?? null
    await mailRelease(ports.db, ports.config, company, { kind, month, reason, credit })
  }
}
