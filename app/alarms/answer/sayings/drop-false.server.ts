import type { Database } from '~/platform/database/database.server'
import type { Actor } from '../../alarm'
import { type Alarm, addEntries, dropSteps } from '../../history/alarm-store.server'

/** Cancels the pending end as a false alarm: it was taken back, or something happened that speaks against it. */
export async function dropFalse(db: Database, alarm: Pick<Alarm, 'id'>, actor: Actor, now: Date) {
  const dropped = await dropSteps(db, alarm.id, now, ['end false'])
  if (dropped > 0) await addEntries(db, now, { alarmId: alarm.id, kind: 'not_false', actor })
}
