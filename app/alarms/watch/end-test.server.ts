import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isOpen } from '../alarm'
import { type Alarm, addEntries, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { withdrawCalls } from '../raise/call-store.server'
import { closeIncident, openIncidents } from './incident-store.server'

/** A test is over after five minutes, answered or not, and nobody is told: it was only a test. */
export async function endTest(db: Database, alarm: Alarm, now: Date) {
  if (!isOpen(alarm.state)) return
  const { reached, isKnown } = await readHearing(db, alarm.id)
  await updateAlarms(db, [alarm.id], { status: 'cancelled', closed_at: now })
  await addEntries(db, now, { alarmId: alarm.id, kind: 'test_ended', actor: { kind: 'system' }, facts: { reached } })
  await dropSteps(db, alarm.id, now)
  await withdrawCalls(db, alarm.id, 'testet är över')
  if (alarm.origin !== 'canary') return
  // The canary sings to hear whether anybody hears. By a way that reports nothing that cannot be known.
  const unheard = { alarmId: alarm.id, kind: 'canary unheard' as const, subject: alarm.postcode }
  if (reached === 0 && isKnown) await openIncidents(db, [unheard], now)
  else if (reached > 0) await closeIncident(db, 'canary unheard', alarm.postcode, now)
}

/** How many people have heard: a message is known to have arrived, or they have looked or answered. Sent is not heard. */
async function readHearing(db: Database, alarmId: string): Promise<{ reached: number; isKnown: boolean }> {
  const { rows } = await sql<{ reached: number; isKnown: boolean }>`
    select count(*) filter (where seen_at is not null or declined_at is not null or is_taker or exists (
        select from alarm_deliveries
        where recipient_id = recipient.id and kind = 'call' and state = 'delivered'))::int as reached,
      not coalesce(bool_or(exists (select from alarm_deliveries where recipient_id = recipient.id
        and channel = 'sms' and state = 'sent' and provider_id is null)), false) as "isKnown"
    from alarm_recipients as recipient
    cross join lateral (select exists (select from alarm_timeline as entry
      where entry.alarm_id = recipient.alarm_id and entry.kind = 'taken' and entry.actor_id = recipient.company_id
        and entry.guard_id is not distinct from recipient.guard_id) as is_taker) as taking
    where alarm_id = ${alarmId}`.execute(db)
  return rows[0] ?? { reached: 0, isKnown: true }
}
