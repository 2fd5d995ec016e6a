import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { monthOf } from '~/shared/month'
import { readMonthsWithStops } from '~/sponsorship/public.server'
import {
  closeForgottenWalks,
  dropShiftsOfClosed,
  dropStopsOfReleased,
  freeShiftsOfUncalled,
  insertShifts,
  insertSponsorStops,
} from './plan-store.server'
import { hoursAhead, hoursOn, today } from './shift-hours.server'
import { planStops } from './sponsor-plan.server'

/**
 * Chore at start and every hour: plans shifts and sponsors' extra stops. Existing rows stay as they are, so concurrent
 * processes insert each row once.
 */
export async function prepareShifts({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now()
  const added = await insertShifts(db, hoursAhead(now), now)
  await dropShiftsOfClosed(db, now)
  await freeShiftsOfUncalled(db, now)
  await closeForgottenWalks(db, now)
  await dropStopsOfReleased(db, now)
  for (const month of await readMonthsWithStops(db, monthOf(now))) {
    await insertSponsorStops(db, month, planStops(month.month, firstPlannable(now)))
  }
  return added
}

/** Today is excluded once its shift has begun, since the guard has already seen the list. */
function firstPlannable(now: Date): string {
  const day = today(now)
  return (now < hoursOn(day).startsAt ? day : day.add({ days: 1 })).toString()
}
