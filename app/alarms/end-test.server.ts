import type { Database } from '~/platform/database/database.server'
import { isOpen } from './alarm'
import { type Alarm, addEntries, dropSteps, updateAlarms } from './alarm-store.server'
import { withdrawCalls } from './call-store.server'
import { closeIncident, openIncidents } from './incident-store.server'

/** A test is over after five minutes, answered or not, and nobody is told: it was only a test. */
export async function endTest(db: Database, alarm: Alarm, now: Date) {
  if (!isOpen(alarm.state)) return
  const reached = await countReached(db, alarm.id)
  await updateAlarms(db, [alarm.id], { status: 'cancelled', closed_at: now })
  await addEntries(db, now, { alarmId: alarm.id, kind: 'test_ended', actor: { kind: 'system' }, facts: { reached } })
  await dropSteps(db, alarm.id, now)
  await withdrawCalls(db, alarm.id, 'testet är över')
  if (alarm.origin !== 'canary') return
  // The canary sings to hear whether anybody hears.
  const unheard = { alarmId: alarm.id, kind: 'canary unheard' as const, subject: alarm.postcode }
  if (reached === 0) await openIncidents(db, [unheard], now)
  else await closeIncident(db, 'canary unheard', alarm.postcode, now)
}

/** How many people some message went out to. */
async function countReached(db: Database, alarmId: string): Promise<number> {
  const { people } = await db
    .selectFrom('alarm_deliveries')
    .select((row) => row.fn.count<number>('recipient_id').distinct().as('people'))
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'call')
    .where('state', 'in', ['sent', 'delivered'])
    .executeTakeFirstOrThrow()
  return Number(people)
}
