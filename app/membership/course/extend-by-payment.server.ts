import { lockMembers } from '~/accounts/public.server'
import { strikeOpenMonths } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { addMonths, dayOfMonth, keepsItsDay, laterDay } from '../free-period'
import { type Course, keepCourses, readHeldCourses } from './keep-course.server'

export type Month = { from: string; until: string }

/**
 * Months that were paid for become days of membership: after the time that is covered already, or from today for
 * somebody who had left. Part of the transaction that books the payments, which holds the members. By charge id.
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
  // What else they were asked for began where the time was covered until now.
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
  const from = isReturn ? laterDay(course.coveredUntil, today) : course.coveredUntil
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
      // With the first payment, and with coming back, a new fourteen days begin.
      contractOn: isReturn || before === null ? today : course.contractOn,
    },
  }
}
