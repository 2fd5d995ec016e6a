import { stopAskingForBookedMonths } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { monthOf } from '~/shared/month'
import { settleCompany } from './settle.server'
import { isLive } from './slot'
import { claimCompanyToSweep, markPassedEnded, markReleased, readSlotsOf } from './slot-store.server'

/**
 * Ends the months that have passed, and lets go of those of companies that have left. One company at a time,
 * so that a process that dies has lost nothing; several processes share the work. Runs as the product itself.
 */
export async function sweepMonths({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now()
  let swept = 0
  while (true) {
    const done = await db.transaction().execute((inOne) => sweepOne(inOne, now))
    if (done === 'nothing left') return swept
    if (done === 'swept') swept++
  }
}

/** The months of a company that have passed are over, and no longer asked for. The caller holds the company. */
export async function endPassed(db: Database, companyId: string, now: Date): Promise<number> {
  const current = monthOf(now)
  const passed = (await readSlotsOf(db, companyId)).filter((slot) => isLive(slot) && slot.month < current)
  if (passed.length === 0) return 0
  const ended = await markPassedEnded(db, companyId, current)
  await stopAskingForBookedMonths(
    db,
    passed.map(({ id }) => id),
    'Månaden har passerat',
    now,
  )
  return ended
}

type Done = 'swept' | 'another was first' | 'nothing left'

async function sweepOne(db: Database, now: Date): Promise<Done> {
  const current = monthOf(now)
  const company = await claimCompanyToSweep(db, current)
  if (!company) return 'nothing left'
  const ended = await endPassed(db, company.id, now)
  const left = company.isClosed ? (await readSlotsOf(db, company.id)).filter(isLive).map(({ id }) => id) : []
  // The claim may have been chosen just before another process let go of it, with its work done.
  if (ended === 0 && left.length === 0) return 'another was first'
  if (left.length > 0) {
    const reason = 'Företaget finns inte kvar'
    await markReleased(db, company.id, left, { by: null, reason, now })
    await stopAskingForBookedMonths(db, left, reason, now)
  }
  await settleCompany(db, company.id, now)
  return 'swept'
}
