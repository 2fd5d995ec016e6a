import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'
import type { MemberStatus } from '~/shared/role'
import { dayOf } from '~/shared/time'
import type { EndReason } from './course'
import type { EventReason } from './member-event'

/** A row of `memberships`: together with the status on the profile, it determines the course. */
export type CourseRow = {
  memberId: string
  trialEndsOn: string
  freeUntil: string | null
  coveredUntil: string
  billingDay: number | null
  contractOn: string
  leavingSince: Date | null
  pastDueOn: string | null
  endedOn: string | null
  endedBecause: EndReason | null
  reminded: number
  /** No step is ever due, though it has not ended: it waits for its member (pause.server.ts). */
  isPaused: boolean
}

export async function readCourses(db: Database, memberIds: readonly string[]): Promise<CourseRow[]> {
  if (memberIds.length === 0) return []
  const rows = await db
    .selectFrom('memberships')
    .select(['profile_id as memberId', 'trial_ends_at', 'free_until as freeUntil', 'covered_until as coveredUntil'])
    .select(['billing_day as billingDay', 'contract_on as contractOn', 'leaving_since as leavingSince'])
    .select(['past_due_on as pastDueOn', 'ended_on as endedOn', 'ended_because', 'reminded'])
    .select((of) =>
      of
        .and([of('next_step_on', 'is', null), of('ended_on', 'is', null)])
        .$castTo<boolean>()
        .as('isPaused'),
    )
    .where('profile_id', 'in', memberIds)
    .execute()
  return rows.map(({ trial_ends_at, ended_because, ...row }) => ({
    ...row,
    trialEndsOn: dayOf(trial_ends_at),
    endedBecause: ended_because,
  }))
}

export type CourseToSave = CourseRow & { nextStepOn: string | null }

export async function updateCourses(db: Database, courses: readonly CourseToSave[]) {
  if (courses.length === 0) return
  const column = <Value>(read: (course: CourseToSave) => Value) => courses.map(read)
  await sql`
    update memberships set
      free_until = saved.free_until, covered_until = saved.covered_until, billing_day = saved.billing_day,
      contract_on = saved.contract_on, leaving_since = saved.leaving_since, past_due_on = saved.past_due_on,
      ended_on = saved.ended_on, ended_because = saved.ended_because, reminded = saved.reminded,
      next_step_on = saved.next_step_on
    from unnest(
      ${column((one) => one.memberId)}::uuid[], ${column((one) => one.freeUntil)}::date[],
      ${column((one) => one.coveredUntil)}::date[], ${column((one) => one.billingDay)}::integer[],
      ${column((one) => one.contractOn)}::date[], ${column((one) => one.leavingSince)}::timestamptz[],
      ${column((one) => one.pastDueOn)}::date[], ${column((one) => one.endedOn)}::date[],
      ${column((one) => one.endedBecause)}::text[], ${column((one) => one.reminded)}::integer[],
      ${column((one) => one.nextStepOn)}::date[]
    ) as saved (profile_id, free_until, covered_until, billing_day, contract_on, leaving_since, past_due_on,
      ended_on, ended_because, reminded, next_step_on)
    where memberships.profile_id = saved.profile_id`.execute(db)
}

export type MemberEvent = {
  memberId: string
  from: MemberStatus | null
  to: MemberStatus
  why: string
  coveredUntil: string
  byAdmin: string | null
}

export async function insertEvents(db: Database, events: readonly MemberEvent[], now: Date) {
  if (events.length === 0) return
  await db
    .insertInto('member_events')
    .values(
      events.map(({ memberId, from, to, why, coveredUntil, byAdmin }) => ({
        member_id: memberId,
        at: now,
        from_status: from,
        to_status: to,
        why,
        covered_until: coveredUntil,
        by_admin: byAdmin,
      })),
    )
    .execute()
}

/** The history of a membership, latest first. */
export async function readEvents(db: Database, memberId: string, limit: number) {
  return db
    .selectFrom('member_events')
    .select(['id', 'at', 'from_status as from', 'to_status as to', 'why', 'covered_until as coveredUntil'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The pauses that gave days (pause.server.ts): when each was over, and until which day it covered. */
export async function readDaysAfterPauses(db: Database, memberId: string) {
  return db
    .selectFrom('member_events')
    .select(['at', 'covered_until as coveredUntil'])
    .where('member_id', '=', memberId)
    .where('why', '=', 'pause over' satisfies EventReason)
    .orderBy('id')
    .execute()
}

/** Whether the member has ever withdrawn from a contract, the current or an earlier one. */
export async function hasWithdrawn(db: Database, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('member_events')
    .select('id')
    .where('member_id', '=', memberId)
    .where('why', '=', 'withdrawn')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * No step is due any more, until `updateCourses` says when the next one is. Members who have left still get their end.
 */
export async function pauseCourses(db: Database, memberIds: readonly string[]) {
  if (memberIds.length === 0) return
  await db
    .updateTable('memberships')
    .set({ next_step_on: null })
    .where('profile_id', 'in', memberIds)
    .where('leaving_since', 'is', null)
    .execute()
}

/** Locks and returns members whose next step is due. Rows that another process has locked are skipped (SKIP LOCKED). */
export async function readDueMembers(
  db: Database,
  today: string,
  limit: number,
  setAside: readonly string[] = [],
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('profiles', 'profiles.id', 'memberships.profile_id')
    .select('profile_id as id')
    .where('next_step_on', '<=', today)
    .where('profiles.user_role', '=', 'member')
    .where(isNotSetAside('profile_id', setAside))
    .orderBy('next_step_on')
    .orderBy('profile_id')
    .limit(limit)
    .forNoKeyUpdate('profiles')
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}
