import { readAlarmsForSystems } from '~/alarms/public.server'
import { inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { alarmPage } from '../alarm-page.server'
import { toSystemAlarm } from '../system-alarm'
import { insertDeliveries, takeEvents } from './delivery-store.server'
import { toldOf } from './hook-events'
import { readListening } from './hook-store.server'

const batch = 200

/**
 * What has happened becomes a word to each address that it is any business of at this moment. The alarm in it is the alarm
 * as it stands when that is written; `type` is what happened. Returns how much was taken. Not a door: the worker calls it.
 */
export function layOutEvents({ db: root, clock, config }: Pick<House, 'db' | 'clock' | 'config'>): Promise<number> {
  return inTransaction(root, async (db) => {
    const events = await takeEvents(db, batch)
    if (events.length === 0) return 0
    const now = clock.now()
    const hooks = await readListening(db)
    const alarmIds = [...new Set(events.map(({ alarmId }) => alarmId))]
    const companyIds = [...new Set(hooks.map(({ companyId }) => companyId))]
    const seen = await readAlarmsForSystems(db, alarmIds, companyIds, now)
    const alarms = new Map(seen.map((alarm) => [`${alarm.id} ${alarm.companyId}`, alarm]))
    const deliveries = events.flatMap((event) =>
      hooks.flatMap(({ id: hookId, companyId }) => {
        const alarm = alarms.get(`${event.alarmId} ${companyId}`)
        const told = alarm && toldOf(event, companyId)
        if (!told) return []
        const data = { by: told.by, alarm: toSystemAlarm(alarm, alarmPage(config, alarm.id)) }
        const body = JSON.stringify({ type: told.type, timestamp: event.at.toISOString(), data })
        return [{ hookId, alarmId: alarm.id, type: told.type, body }]
      }),
    )
    await insertDeliveries(db, deliveries, now)
    return events.length
  })
}
