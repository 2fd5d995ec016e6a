import type { Database } from '~/platform/database/database.server'
import { dayOf } from '~/shared/time'
import { ASK_DAYS_BEFORE } from './course/course'
import { insertEvents } from './course/course-store.server'
import { addDays, TRIAL_DAYS } from './free-period'
import { insertMembership } from './membership-store.server'

/**
 * Begins the trial, counted from when the person joined. Idempotent: without effect if there is a membership already.
 */
export async function startTrial(db: Database, profileId: string, joinedAt: Date) {
  const trialEndsAt = new Date(joinedAt.getTime() + TRIAL_DAYS * 24 * 3_600_000)
  const coveredUntil = dayOf(trialEndsAt)
  const isNew = await insertMembership(db, profileId, joinedAt, trialEndsAt, addDays(coveredUntil, -ASK_DAYS_BEFORE))
  if (!isNew) return
  const event = { memberId: profileId, from: null, to: 'trial' as const, why: 'joined', coveredUntil, byAdmin: null }
  await insertEvents(db, [event], joinedAt)
}
