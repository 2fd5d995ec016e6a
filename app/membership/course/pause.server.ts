import { lockMember } from '~/accounts/public.server'
import { stopAskingMember } from '~/payments/public.server'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf, daysAfter, laterDay } from '~/shared/time'
import { ASK_DAYS_BEFORE } from './course'
import { pauseCourses } from './course-store.server'
import { keepCourses, readHeldCourses } from './keep-course.server'

/**
 * Pauses memberships: nothing is asked for, no card draws, and no letter is sent. A blocked member can neither pay, nor
 * leave, nor use what a month gives; the membership pauses when its next step is due, and not when the account is
 * blocked, since a block may be lifted within the hour. One whose owner gets another role pauses at once.
 * docs/decisions/0256.
 */
export async function pauseMemberships(db: Database, memberIds: readonly string[], because: string, now: Date) {
  for (const id of memberIds) await stopAskingMember(db, id, because, now)
  await pauseCourses(db, memberIds)
}

/** The end of the covered time, and whether a month is asked for before it: not where the postcode is not open. */
export type GoesOn = { coveredUntil: string; isAsked: boolean }

/**
 * The block is lifted, or a former member is one again: a paused membership goes on. It is covered for at least a week,
 * so that nobody pays for the days of the pause and the next month is announced as always. Null, without
 * any effect, for a membership that is not paused.
 */
export async function resumeMembership(
  { db, clock }: { db: Database; clock: Clock },
  memberId: string,
): Promise<GoesOn | null> {
  const member = await lockMember(db, memberId)
  const course = member && (await readHeldCourses(db, [member])).get(memberId)
  if (!course?.isPaused) return null
  const now = clock.now()
  const weekAhead = daysAfter(dayOf(now), ASK_DAYS_BEFORE)
  const isNear = course.coveredUntil < weekAhead
  const after = { ...course, coveredUntil: laterDay(course.coveredUntil, weekAhead), pastDueOn: null, reminded: 0 }
  await keepCourses(db, [{ course: after, why: isNear ? 'pause over' : null }], now)
  return { coveredUntil: after.coveredUntil, isAsked: course.isAreaOpen }
}
