import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { executeNamed, readNamed } from '~/platform/database/named-statement.server'
import { rememberedSince } from '../answer/closed-alarm'
import { type Callee, last } from '../engine/ways'
import { inOpenStates } from '../in-words.server'
import { hasTold, queueSaid } from '../raise/call-store.server'
import type { Informed, Told } from './circle'

/**
 * Condition for the query that claims deliveries: the recipient has accepted, has not left or been removed, and still
 * has the same phone or email.
 */
export const isInCircle = sql<boolean>`exists (
  select from circle_people where circle_people.id = recipient.circle_id and ended_at is null and accepted_at is not null
    and circle_people.member_id = safety_alarms.reported_by
    and (circle_people.phone, circle_people.email) is not distinct from (recipient.phone, recipient.email))`

/** The people of these members' circles who have accepted. For a test alarm, only those who are to be told of tests. */
export async function readCircleCallees(
  db: Database,
  memberIds: string[],
  { isTest, told }: { isTest: boolean; told: Told[] },
): Promise<(Callee & { memberId: string })[]> {
  if (memberIds.length === 0) return []
  const people = db
    .selectFrom('circle_people')
    .select(['id as circleId', 'member_id as memberId', 'name', 'phone', 'email'])
    .where(sql<boolean>`member_id = any(${memberIds}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('accepted_at', 'is not', null)
    .where(sql<boolean>`case when ${isTest} then told_of_tests else told = any(${told}::text[]) end`)
    .orderBy('id')
  const { rows } = await executeNamed(db, 'circle of members', people)
  return rows.map((row) => ({
    ...row,
    role: 'circle' as const,
    companyId: null,
    guardId: null,
    profileId: null,
    hasPush: false,
    rings: 'never' as const,
    hasCentre: false,
  }))
}

/**
 * Queues a status message to circle recipients of these alarms, in the alarm's current round. `call` (nobody has it):
 * unless their latest message was a `call` that was not withdrawn. `taken`: unless one is already queued in this epoch.
 * `closed`: only if another message may have reached them since they last heard that it is over.
 */
export async function tellCircle(db: Database, alarmIds: string[], kind: 'call' | 'taken' | 'closed', now: Date) {
  await executeNamed(
    db,
    'tell circle',
    sql`
    with said as (
      select alarm.id as alarm_id, recipient.id as recipient_id,
        case when recipient.phone is null then 'mail' else 'sms' end as channel, ${kind}::text as kind,
        alarm.rounds as round, alarm.epoch, alarm.is_test, ${last}::int as turn, 0 as rank
      from safety_alarms as alarm
      join alarm_recipients as recipient on recipient.alarm_id = alarm.id and recipient.role = 'circle'
        and num_nonnulls(recipient.phone, recipient.email) > 0
      cross join lateral (select kind as heard, state as how from alarm_deliveries
        where recipient_id = recipient.id order by round desc, id desc limit 1) as latest
      where alarm.id = any(${alarmIds}::uuid[])
        and case ${kind}::text
          when 'call' then heard <> 'call' or how = 'withdrawn'
          when 'closed' then exists (select from alarm_deliveries
            where recipient_id = recipient.id and kind <> 'closed'
              and (state in ('sending', 'sent', 'unsure', 'delivered') or unanswered > 0 or (state = 'queued' and attempts > 0))
              and round > (select coalesce(max(round), 0) from alarm_deliveries as told
                where told.recipient_id = recipient.id and told.kind = 'closed' and ${hasTold}))
          -- Not if a message is queued already: its text is written when it is sent and names the taker of that moment.
          else not exists (select from alarm_deliveries as waiting where waiting.recipient_id = recipient.id
            and waiting.kind = 'taken' and waiting.state = 'queued' and waiting.epoch = alarm.epoch) end
    ), ${queueSaid(now)}`,
  )
}

/** The alarm and member behind a circle link, while the link is valid. */
export async function readFollowing(db: Database, linkHash: string, now: Date) {
  return db
    .selectFrom('alarm_recipients as recipient')
    .innerJoin('safety_alarms', 'safety_alarms.id', 'recipient.alarm_id')
    .select(['safety_alarms.id as alarmId', 'recipient.circle_id as circleId'])
    .select(sql<string>`split_part(${personName('safety_alarms.reported_by')}, ' ', 1)`.as('memberName'))
    .where('recipient.link_hash', '=', linkHash)
    .where('recipient.circle_id', 'is not', null)
    .where(isInCircle)
    .where((is) => is.or([is('closed_at', 'is', null), is('closed_at', '>', rememberedSince(now))]))
    .$narrowType<{ circleId: string }>()
    .executeTakeFirst()
}

/**
 * Whom of a member's circle the open alarm has been sent to, as far as is known. In a reopened alarm a person whose
 * newest sent message is `closed` does not count as told.
 */
export async function readTold(db: Database, memberId: string): Promise<Informed[]> {
  const { rows } = await readNamed(
    db,
    'told of a member',
    sql<Informed>`
    select name, case
      when (select kind <> 'closed' from alarm_deliveries
        where recipient_id = recipient.id and state in ('sent', 'delivered') order by round desc, id desc limit 1) then 'sent'
      when exists (select from alarm_deliveries where recipient_id = recipient.id and state in ('queued', 'sending')) then 'leaving'
      else 'lost' end as word
    from alarm_recipients as recipient
    where role = 'circle' and name <> '' and alarm_id in (
      select id from safety_alarms where reported_by = ${memberId} and not is_test and status ${inOpenStates})
    order by id`,
  )
  return rows
}
