import { readPaidMonths } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { readDaysAfterPauses } from './course/course-store.server'
import { type DaysAfterPause, type GivenPeriod, type Grant, layOut, type PaidMonth } from './free-period'
import { readGrants } from './membership-store.server'

/** The periods of a member's given months, and the end of the free and of the covered time. */
export type LaidOut = { periods: GivenPeriod[]; freeUntil: string | null; coveredUntil: string }

/** Lays out a member's given and paid months, and the days after pauses, in the order they came, with `added` last. */
export async function layOutFor(
  db: Database,
  { memberId, trialEndsOn }: { memberId: string; trialEndsOn: string },
  added?: Grant,
): Promise<LaidOut> {
  type Came = { at: Date; entry: Grant | PaidMonth | DaysAfterPause }
  const pauses = (await readDaysAfterPauses(db, memberId)).map(
    ({ at, coveredUntil }): Came => ({ at, entry: { goesOnUntil: coveredUntil } }),
  )
  const given = (await readGrants(db, memberId)).map(
    ({ grantedAt, ...grant }): Came => ({ at: grantedAt, entry: { ...grant, grantedOn: dayOf(grantedAt) } }),
  )
  const paid = (await readPaidMonths(db, memberId)).map(
    ({ paidAt, from, until }): Came => ({
      at: paidAt,
      entry: { paidFrom: from, paidUntil: until, paidOn: dayOf(paidAt) },
    }),
  )
  const history = [...pauses, ...given, ...paid]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ entry }) => entry)
  const laid = layOut(trialEndsOn, added ? [...history, added] : history)
  return {
    ...laid,
    freeUntil:
      laid.periods
        .map(({ freeUntil }) => freeUntil)
        .sort()
        .at(-1) ?? null,
  }
}
