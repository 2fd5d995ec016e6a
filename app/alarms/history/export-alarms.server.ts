import type { Database } from '~/platform/database/database.server'
import { alarmStateLabels } from '../alarm'
import { formerTakersOf } from '../answer/former/former-takers'
import { placeLabels } from '../raise/where/place'
import { readAlarmsWhole } from './alarm-view-store.server'

/** The alarms in a person's data export: what they sent, and what became of it. */
export async function exportAlarms(db: Database, personId: string) {
  const { alarms, updates, positions } = await readAlarmsWhole(db, personId)
  const of = <Row extends { alarmId: string }>(rows: Row[], id: string) =>
    rows.filter(({ alarmId }) => alarmId === id).map(({ alarmId: _, ...rest }) => rest)
  return alarms.map((alarm) => ({
    skickat: alarm.created_at,
    meddelande: alarm.message,
    plats: alarm.place && placeLabels[alarm.place],
    gömdeSig: alarm.is_hiding,
    test: alarm.is_test,
    status: alarmStateLabels[alarm.state],
    togs: alarm.taken_at,
    togsAv: alarm.taker_company_name,
    // Takers before the one above (who has it, or had it when it ended).
    hadeDetFöre: formerTakersOf(alarm.takers).map(({ name, takenAt, onSiteAt, lostAt, handedBack }) => ({
      ...{ togsAv: name, togs: takenAt, påPlats: onSiteAt },
      ...(handedBack ? { lämnadesTillbaka: lostAt } : { hadesTill: lostAt }),
    })),
    avslutat: alarm.closed_at,
    tillägg: of(updates, alarm.id),
    positioner: of(positions, alarm.id),
  }))
}
