import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type AlarmState, isOpen, type Part, type Taker } from '../alarm'
import { addEntries } from '../history/alarm-store.server'
import { readLatestPosition } from '../history/position-store.server'
import { changeAlarm } from './change-alarm.server'

export type ShownPosition = {
  latitude: number
  longitude: number
  accuracyM: number | null
  createdAt: Date
  /** Older than thirty days: only roughly where it was. */
  isBlurred: boolean
  /** Whose map it is shown on. */
  postcode: string
}

const failure = 'Platsen visas inte'

/** Why a partner may not see where the member is: somebody else goes there. */
export function whyNotForPartner(part: Part, state: AlarmState): string | null {
  if (part === 'colleague') return 'En kollega har larmet. Säg att du kommer också om du ska dit.'
  return part === 'partner' && state !== 'new' ? 'Någon annan har larmet. Du behöver inte åka.' : null
}

/**
 * Where the member's phone was. Partners may look until somebody has the alarm, whoever has it and who comes too until it
 * is over, and operators always; who looked, and when, is in the timeline before they see it.
 */
export function lookAtPosition(
  house: House,
  actor: Taker,
  alarmId: string,
): Promise<Outcome<ShownPosition | null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    if (actor.kind === 'partner' && !isOpen(alarm.state)) {
      return refused(failure, { message: 'Larmet är över.' })
    }
    const why = whyNotForPartner(part, alarm.state)
    if (why) return refused(failure, { message: why })
    const position = await readLatestPosition(db, alarm.id)
    if (position) await addEntries(db, now, { alarmId: alarm.id, kind: 'position_seen', actor })
    return accepted(position && { ...position, postcode: alarm.postcode })
  })
}
