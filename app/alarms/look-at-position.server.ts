import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { isOpen } from './alarm'
import { addEntries } from './alarm-store.server'
import { changeAlarm } from './change-alarm.server'
import { readLatestPosition } from './position-store.server'
import type { Taker } from './take-alarm.server'

export type ShownPosition = {
  latitude: number
  longitude: number
  accuracyM: number | null
  createdAt: Date
  /** Older than thirty days: only roughly where it was. */
  isBlurred: boolean
}

/**
 * Where the member's phone was. Partners may look while the alarm is open, operators always; who looked, and when,
 * is in the timeline before they see it.
 */
export function lookAtPosition(house: House, actor: Taker, alarmId: string): Promise<Outcome<ShownPosition | null>> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, now }) => {
    if (actor.kind === 'partner' && !isOpen(alarm.state)) {
      return refused('Positionen visas inte', { message: 'Larmet är över.' })
    }
    const position = await readLatestPosition(db, alarm.id)
    if (position) await addEntries(db, now, { alarmId: alarm.id, kind: 'position_seen', actor })
    return accepted(position)
  })
}
