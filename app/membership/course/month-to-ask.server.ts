import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { laterDay } from '../free-period'
import { readCourses } from './course-store.server'

/** The day on which a member's next month is due: when what is covered ends, or today. Null for no member. */
export async function readMonthToAsk(db: Database, memberId: string, now: Date): Promise<string | null> {
  const [course] = await readCourses(db, [memberId])
  return course ? laterDay(course.coveredUntil, dayOf(now)) : null
}
