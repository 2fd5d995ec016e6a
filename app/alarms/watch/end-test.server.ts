import type { Database } from '~/platform/database/database.server'
import { isOpen } from '../alarm'
import { type Alarm, addEntries, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { withdrawCalls } from '../raise/call-store.server'
import { closeIncident, openIncidents, readHearing } from './incident-store.server'

/** Ends a test after five minutes, answered or not. Nobody is told, as it was only a test. */
export async function endTest(db: Database, alarm: Alarm, now: Date) {
  if (!isOpen(alarm.state)) return
  const { reached, isKnown } = await readHearing(db, alarm.id)
  await updateAlarms(db, [alarm.id], { status: 'cancelled', closed_at: now })
  await addEntries(db, now, { alarmId: alarm.id, kind: 'test_ended', actor: { kind: 'system' }, facts: { reached } })
  await dropSteps(db, alarm.id, now)
  await withdrawCalls(db, alarm.id, 'testet är över')
  if (alarm.origin !== 'canary') return
  // A canary tests whether anybody can be reached. Where the provider gives no delivery reports, that cannot be known.
  const unheard = { alarmId: alarm.id, kind: 'canary unheard' as const, subject: alarm.postcode }
  if (reached === 0 && isKnown) await openIncidents(db, [unheard], now)
  else if (reached > 0) await closeIncident(db, 'canary unheard', alarm.postcode, now)
}
