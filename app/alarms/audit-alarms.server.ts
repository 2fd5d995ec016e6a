import { sql } from 'kysely'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import type { Incident } from './incident-store.server'
import { keepCallingS } from './policy'

/** How late something may be before it is an incident. The engine is not late at all when it is well. */
const lateS = 5
const lateDeliveryS = 30

/**
 * Everything about open alarms that should have happened by now and has not, worked out from what lies in the
 * tables and from nothing that the engine says about itself. Whether anybody was reached is asked alarm by alarm: as a
 * join it is planned by the counts of a calm hour, and in a rush it took seconds of the database that the alarms need.
 */
export async function findIncidents(db: Database, now: Date): Promise<Incident[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const { rows } = await sql<Incident>`
    (select alarm_id as "alarmId", 'late step' as kind, id::text as subject from alarm_steps
      where state = 'pending' and is_test in (true, false) and due_at < ${before(lateS)} order by due_at limit 100)
    union all
    (select alarm_id, 'late delivery', id::text from alarm_deliveries
      where state in ('queued', 'sending') and is_test in (true, false) and channel in ('sms', 'push', 'mail')
        and (due_at < ${before(lateS)} or created_at < ${before(lateDeliveryS)}) limit 100)
    union all
    (select id, 'nobody comes', id::text from safety_alarms
      where status = 'new' and not is_test and created_at < ${before(keepCallingS)} limit 100)
    union all
    (select id, 'nobody reached', id::text from safety_alarms as alarm
      where status = 'new' and not is_test
        and (select true from alarm_deliveries
          where alarm_id = alarm.id and kind = 'call' and state in ('failed', 'withdrawn') limit 1)
        and (select bool_and(state in ('failed', 'withdrawn')) from alarm_deliveries
          where alarm_id = alarm.id and kind = 'call') limit 100)`.execute(db)
  return rows
}

/** When the engine last said that it is alive; null when it never has. */
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
