import { type LockedMember, updateMemberStatus } from '~/accounts/public.server'
import { alignCards, readCardPayers } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { readOpenOf } from '~/postcodes/public.server'
import type { MemberStatus } from '~/shared/role'
import { dayOf } from '~/shared/time'
import { type MembershipFacts, nextStepOn, statusOn } from './course'
import { type CourseRow, insertEvents, readCourses, updateCourses } from './course-store.server'
import type { EventReason } from './member-event'

/**
 * A membership with its locked member and what else its rules need. Precondition: the caller holds the member's row.
 */
export type Course = CourseRow & { member: LockedMember; paysByCard: boolean; isAreaOpen: boolean }

/** Memberships by member id; a person without one is missing. */
export async function readHeldCourses(db: Database, members: readonly LockedMember[]): Promise<Map<string, Course>> {
  const ids = members.map(({ id }) => id)
  const byCard = await readCardPayers(db, ids)
  const rows = await readCourses(db, ids)
  const open = await readOpenOf(db, [...new Set(members.map(({ postcode }) => postcode))])
  const held = new Map(members.map((member) => [member.id, member]))
  return new Map(
    rows.flatMap((row) => {
      const member = held.get(row.memberId)
      if (!member) return []
      const also = { paysByCard: byCard.has(row.memberId), isAreaOpen: open.has(member.postcode) }
      return [[row.memberId, { ...row, member, ...also }]]
    }),
  )
}

export function factsOf(course: Course, hasOpenCharge: boolean): MembershipFacts {
  return {
    status: course.member.status,
    trialEndsOn: course.trialEndsOn,
    freeUntil: course.freeUntil,
    coveredUntil: course.coveredUntil,
    pastDueOn: course.pastDueOn,
    isLeaving: course.leavingSince !== null,
    isEnded: course.endedOn !== null,
    paysByCard: course.paysByCard,
    isAreaOpen: course.isAreaOpen,
    hasOpenCharge,
    reminded: course.reminded,
  }
}

export type Changed = { course: Course; why: EventReason | null; byAdmin?: string }

/**
 * Saves memberships: derives the status from the facts and writes an event, with its reason, for each change of status
 * and for everything else that has a reason. This is the only place that changes a member's status.
 */
export async function keepCourses(db: Database, changed: readonly Changed[], now: Date) {
  const today = dayOf(now)
  const kept = changed.map(({ course, ...rest }) => {
    const facts = factsOf(course, false)
    const status = statusOn(facts, today)
    const pastDueOn = status === 'past_due' ? (course.pastDueOn ?? today) : null
    return { ...rest, course: { ...course, pastDueOn }, status, next: nextStepOn({ ...facts, pastDueOn }, today) }
  })
  await updateCourses(
    db,
    kept.map(({ course, next }) => ({ ...course, nextStepOn: next })),
  )
  const byStatus = Map.groupBy(kept, ({ status }) => status)
  for (const [status, those] of byStatus) {
    const ids = those.map(({ course }) => course.memberId)
    await updateMemberStatus(db, ids, status, now)
  }
  await insertEvents(
    db,
    kept.flatMap(({ course, why, byAdmin, status }) => {
      const from = course.member.status
      if (why === null && status === from) return []
      return [
        {
          memberId: course.memberId,
          from,
          to: status,
          why: why ?? reasonOfTime(from, status),
          coveredUntil: course.coveredUntil,
          byAdmin: byAdmin ?? null,
        },
      ]
    }),
    now,
  )
  for (const { course, status } of kept) course.member.status = status
  await alignCards(
    db,
    kept.map(({ course }) => ({
      memberId: course.memberId,
      coveredUntil: course.coveredUntil,
      isOver: course.endedOn !== null || course.leavingSince !== null,
    })),
    now,
  )
}

/** The reason if nobody acted: time has passed. */
function reasonOfTime(from: MemberStatus, to: MemberStatus): EventReason {
  if (to === 'past_due') return 'month unpaid'
  return from === 'free' ? 'free months are over' : 'trial is over'
}
