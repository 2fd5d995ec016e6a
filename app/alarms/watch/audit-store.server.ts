import { sql } from 'kysely'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { inChannels, inOpenStates } from '../in-words.server'
import type { Incident } from './incident'
import { keepCallingS } from './policy'

/** Tolerance before something late becomes an incident. A healthy engine is not late at all. */
const lateS = 5
const lateDeliveryS = 30
/** Longest time from a press to the first message about it. */
const unsaidS = 10
/**
 * Time until a delivery report is due, where the provider reports; also for a send that the provider never answered.
 */
const unreportedS = 180

/** Deliveries to recipients who can come. Telling the circle does not count as help. */
const toWhoeverCanCome = sql`(select delivery.* from alarm_deliveries as delivery
  where (select role from alarm_recipients where id = delivery.recipient_id) <> 'circle') as delivery`

/**
 * Only deliveries of the alarm's present epoch: people reached before it was given back to everybody have been told
 * since that it was taken or over.
 */
const sinceItIsNew = sql`coalesce(delivery.epoch = alarm.epoch, true)`

/**
 * Finds everything about open alarms that should have happened by now and has not, from the tables alone and not from
 * anything the engine reports about itself. Whether anybody was reached is a correlated subquery per alarm: as a join
 * it was planned with the row counts of a calm hour, and took seconds of database time in a rush.
 */
export async function findIncidents(
  db: Database,
  now: Date,
  { isReported }: { isReported: boolean },
): Promise<Incident[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<Incident>`
    (select alarm_id as "alarmId", 'late step' as kind, id::text as subject from alarm_steps
      where state = 'pending' and is_test in (true, false) and due_at < ${before(lateS)} order by due_at limit 100)
    union all
    (select alarm_id, 'late delivery', id::text from alarm_deliveries
      where state in ('queued', 'sending') and is_test in (true, false) and channel ${inChannels}
        and turn in (0, 1, 2) and (due_at < ${before(lateS)} or (channel <> 'voice' and created_at < ${before(lateDeliveryS)}))
      order by created_at limit 100)
    union all
    (select null, 'late walk', id::text from walks where ended_at is null and due_at < ${before(lateS)}
      order by due_at limit 100)
    union all
    (select id, 'no next step', id::text from safety_alarms as alarm
      where status ${inOpenStates} and created_at < ${before(lateS)}
        and not (status = 'new' and coalesce(waiting_since, created_at) < ${before(keepCallingS)})
        and not exists (select from alarm_steps where alarm_id = alarm.id and state = 'pending')
      order by alarm.id limit 100)
    union all
    (select id, case when is_called then 'nothing sent' else 'nobody to call' end, id::text
      from safety_alarms as alarm
      cross join lateral (select case when urgency = 1 then alarm.created_at else coalesce(
        (select max(created_at) from alarm_updates where alarm_id = alarm.id and kind = 'press'),
        alarm.created_at) end as pressed_at) as press
      cross join lateral (select exists (
        select from ${toWhoeverCanCome} where alarm_id = alarm.id and kind = 'call') as is_called) as call
      where status ${inOpenStates} and not is_test
        and pressed_at between ${before(keepCallingS)} and ${before(unsaidS)}
        and (taken_at is null or taken_at < pressed_at)
        -- An unsure message does not count as sent: the provider never answered, so it may not have gone out.
        and not exists (select from ${toWhoeverCanCome}
          where alarm_id = alarm.id and sent_at >= pressed_at and state <> 'unsure')
        -- Presses close together share one call, whose step is still pending: not late yet.
        and not exists (select from alarm_steps where alarm_id = alarm.id and kind = 'press' and state = 'pending')
      order by alarm.id limit 100)
    union all
    (select delivery.alarm_id, 'no report', delivery.id::text
      from alarm_deliveries as delivery join safety_alarms as alarm on alarm.id = delivery.alarm_id
      where (delivery.state = 'unsure' or (${isReported} and delivery.state = 'sent'))
        and channel = 'sms' and delivery.kind = 'call'
        and sent_at between ${before(keepCallingS)} and ${before(unreportedS)} and status = 'new' and not delivery.is_test
      order by sent_at limit 100)
    union all
    (select id, 'nobody comes', id::text from safety_alarms as alarm
      where status = 'new' and not is_test and created_at < ${before(keepCallingS)}
        -- Counted from the last hand-back, release or reopening, not from waiting_since, which each press moves.
        and not exists (select from alarm_timeline where alarm_id = alarm.id
          and kind in ('handed_back', 'released', 'reopened') and at >= ${before(keepCallingS)})
      order by alarm.id limit 100)
    union all
    (select id, 'nobody reached', id::text from safety_alarms as alarm
      where status = 'new' and not is_test
        and (select true from ${toWhoeverCanCome}
          where alarm_id = alarm.id and kind = 'call' and ${sinceItIsNew} and state in ('failed', 'withdrawn') limit 1)
        and (select bool_and(state in ('failed', 'withdrawn')) from ${toWhoeverCanCome}
          where alarm_id = alarm.id and kind = 'call' and ${sinceItIsNew}) order by alarm.id limit 100)`.execute(db)
  return rows
}

/** The last heartbeat of the engine or the auditor; null if there has been none. */
export async function readPulse(db: Database, part: 'engine' | 'auditor'): Promise<Date | null> {
  const row = await db.selectFrom('alarm_pulse').select('at').where('part', '=', part).executeTakeFirst()
  return row?.at ?? null
}

export async function auditorBeats({ db, clock }: { db: Database; clock: Clock }) {
  const at = clock.now()
  await db
    .insertInto('alarm_pulse')
    .values({ part: 'auditor', at })
    .onConflict((conflict) => conflict.column('part').doUpdateSet({ at }))
    .execute()
}
