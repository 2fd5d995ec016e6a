import type { Database } from '~/platform/database/database.server'
import { type Alarm, armSteps, dropSteps } from '../history/alarm-store.server'
import { askTakerS } from '../watch/policy'
import { readPolicy } from '../watch/policy-store.server'

/** The taker has reacted: the time until release, or until an operator asks, starts again. */
export async function noteSignOfLife(db: Database, alarm: Alarm, now: Date) {
  await dropSteps(db, alarm.id, now, ['answer press'])
  const { releaseS } = await readPolicy(db, alarm.postcode)
  const next = alarm.state === 'on_site' ? ('ask taker' as const) : ('release' as const)
  await armSteps(db, [{ alarm, kind: next, afterS: next === 'release' ? releaseS : askTakerS }], now)
}
