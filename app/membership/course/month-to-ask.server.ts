import type { Database } from '~/platform/database/database.server'
import { dayOf, laterDay } from '~/shared/time'
import { graceUntil } from './course'
import { readCourses } from './course-store.server'

/**
 * The due day of a member's next month: the end of the covered time, or today if that has passed. Null for a person
 * without a membership.
 */
export async function readMonthToAsk(db: Database, memberId: string, now: Date): Promise<string | null> {
  const [course] = await readCourses(db, [memberId])
  return course ? laterDay(course.coveredUntil, dayOf(now)) : null
}

/** The last day on which a member who is past due can pay and stay a member. Null for everybody else. */
export async function readGraceUntil(db: Database, memberId: string): Promise<string | null> {
  const [course] = await readCourses(db, [memberId])
  return course?.pastDueOn && course.endedOn === null ? graceUntil(course.pastDueOn) : null
}
