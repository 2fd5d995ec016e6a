import type { Database } from '~/platform/database/database.server'
import { alarmStateLabels } from '../alarm'

/** The alarms' part of the file with everything stored about a person: what they sent, and what became of it. */
export async function exportAlarms(db: Database, personId: string) {
  const alarms = await db
    .selectFrom('safety_alarms')
    .select(['id', 'created_at', 'message', 'is_test', 'taken_at', 'taker_company_name', 'closed_at'])
    .select('status as state')
    .where('reported_by', '=', personId)
    .orderBy('id')
    .execute()
  const ids = alarms.map(({ id }) => id)
  if (ids.length === 0) return []
  const updates = await db
    .selectFrom('alarm_updates')
    .select(['alarm_id as alarmId', 'created_at as skrivet', 'message as text'])
    .where('alarm_id', 'in', ids)
    .orderBy('id')
    .execute()
  const positions = await db
    .selectFrom('alarm_positions')
    .select(['alarm_id as alarmId', 'created_at as skickad', 'latitude as latitud', 'longitude as longitud'])
    .where('alarm_id', 'in', ids)
    .orderBy('id')
    .execute()
  const of = <Row extends { alarmId: string }>(rows: Row[], id: string) =>
    rows.filter(({ alarmId }) => alarmId === id).map(({ alarmId: _, ...rest }) => rest)
  return alarms.map((alarm) => ({
    skickat: alarm.created_at,
    meddelande: alarm.message,
    test: alarm.is_test,
    status: alarmStateLabels[alarm.state],
    togs: alarm.taken_at,
    togsAv: alarm.taker_company_name,
    avslutat: alarm.closed_at,
    tillägg: of(updates, alarm.id),
    positioner: of(positions, alarm.id),
  }))
}
