import type { Database } from '~/platform/database/database.server'
import { dayOf, daysAfter } from '~/shared/time'
import { ASK_DAYS_BEFORE } from './course/course'
import { insertEvents } from './course/course-store.server'
import { TRIAL_DAYS } from './free-period'
import { insertMembership } from './membership-store.server'

/**
 * Begins the trial, counted from when the person joined. Idempotent: without effect if there is a membership already.
 */
export async function startTrial(db: Database, profileId: string, joinedAt: Date) {
  const joinedOn = dayOf(joinedAt)
  // Days of the calendar: thirty times 24 hours are a day less at night when summer time ends.
  const coveredUntil = daysAfter(joinedOn, TRIAL_DAYS)
  const isNew = await insertMembership(db, profileId, {
    joinedOn,
    coveredUntil,
    nextStepOn: daysAfter(coveredUntil, -ASK_DAYS_BEFORE),
  })
  if (!isNew) return
  const event = { memberId: profileId, from: null, to: 'trial' as const, why: 'joined', coveredUntil, byAdmin: null }
  await insertEvents(db, [event], joinedAt)
}
