import { lockMembers } from '~/accounts/public.server'
import { strikeOpenMonths } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf, laterDay } from '~/shared/time'
import { addMonths, dayOfMonth, keepsItsDay } from '../free-period'
import { type Course, keepCourses, readHeldCourses } from './keep-course.server'

export type Month = { from: string; until: string }

/**
 * Extends memberships by paid months: from the end of the covered time, or from today if it has ended or is paused.
 * Part of the transaction that books the payments, which holds the members. Returns the months by charge id.
 */
export async function extendByPayment(
  { db, clock }: { db: Database; clock: Clock },
  paid: readonly { chargeId: string; memberId: string }[],
): Promise<Map<string, Month>> {
  const now = clock.now()
  const today = dayOf(now)
  const members = await lockMembers(db, [...new Set(paid.map(({ memberId }) => memberId))])
  const courses = await readHeldCourses(db, members)
  const months = new Map<string, Month>()
  for (const { chargeId, memberId } of paid) {
    const course = courses.get(memberId)
    if (!course) continue
    const { month, after } = extend(course, today)
    months.set(chargeId, month)
    courses.set(memberId, after)
  }
  // Other open months of these members began at the old end of the covered time, so they are struck.
  await strikeOpenMonths(db, [...courses.keys()], 'En annan månad betalades', now, [...months.keys()])
  await keepCourses(
    db,
    [...courses.values()].map((course) => ({ course, why: 'month paid' })),
    now,
  )
  return months
}

export function extend(course: Course, today: string): { month: Month; after: Course } {
  const isReturn = course.endedOn !== null
  const from = isReturn || course.isPaused ? laterDay(course.coveredUntil, today) : course.coveredUntil
  const before = course.billingDay
  const billingDay = before !== null && keepsItsDay(before, from) ? before : dayOfMonth(from)
  const until = addMonths(from, 1, billingDay)
  return {
    month: { from, until },
    after: {
      ...course,
      billingDay,
      coveredUntil: until,
      pastDueOn: null,
      reminded: 0,
      endedOn: null,
      endedBecause: null,
      leavingSince: isReturn ? null : course.leavingSince,
      // The first payment and a return make a new contract, with fourteen days to withdraw.
      contractOn: isReturn || before === null ? today : course.contractOn,
    },
  }
}
