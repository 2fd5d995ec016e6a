import { readAlarmsForSystems } from '~/alarms/public.server'
import { inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { Run, Turn } from '~/platform/work/one-run'
import { alarmPage } from '../alarm-page.server'
import { toSystemAlarm } from '../system-alarm'
import { insertDeliveries, takeEvents } from './delivery-store.server'
import { toldOf } from './hook-events'
import { readListening } from './hook-store.server'

const batch = 200

type Ports = Pick<House, 'db' | 'clock' | 'config'>

/**
 * Creates a delivery of each new event for every webhook that may receive it now. The payload is the alarm's state at
 * this time; `type` is the event. Returns the number of events. Called by the worker.
 */
export const layOutEvents = (house: Ports, run: Run): Promise<number> =>
  run.inBatches(batch, (most, turn) => layOut(house, most, turn))

function layOut({ db: root, clock, config }: Ports, most: number, turn: Turn): Promise<number> {
  return inTransaction(root, async (db) => {
    const events = await takeEvents(db, most, turn.setAside)
    if (!events[0]) return 0
    turn.claimed(events[0].id)
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
