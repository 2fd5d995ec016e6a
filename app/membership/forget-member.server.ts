import { forgetReferrers } from '~/companies/public.server'
import { readCardPayers, readPaidMonths } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { withdrawalUntil } from '~/shared/withdrawal/withdrawal'
import { readCourses } from './course/course-store.server'
import { forgetReferrer } from './membership-store.server'

/**
 * Part of deleting an account: removes the member's phone number from companies and tips, which stay. Lock order: the
 * caller has locked these companies (`readTippedBy`) together with all others that it changes.
 */
export async function forgetMember(db: Database, profileId: string) {
  await forgetReferrers(db, await forgetReferrer(db, profileId))
}

/**
 * The paid or given time that ends with the account, for the page that deletes it; null during the trial and when there
 * is none. Deleting gives no money back: only withdrawing from the contract does, within its fourteen days.
 */
export async function readEndedMembership(db: Database, profileId: string, now: Date) {
  const today = dayOf(now)
  const [course] = await readCourses(db, [profileId])
  if (!course || course.endedOn !== null || course.coveredUntil <= today) return null
  const paid = await readPaidMonths(db, profileId)
  // Free months move paid ones later: then the covered time goes on after the free time.
  const isAfterFree = paid.length > 0 && course.coveredUntil > (course.freeUntil ?? course.trialEndsOn)
  const isPaid = isAfterFree || paid.some(({ until }) => until > today)
  if (!isPaid && course.freeUntil === null) return null
  return {
    coveredUntil: course.coveredUntil,
    isPaid,
    mayWithdraw: today <= withdrawalUntil(course.contractOn),
    paysByCard: (await readCardPayers(db, [profileId])).has(profileId),
  }
}
