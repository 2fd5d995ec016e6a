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
  /** Older than thirty days: rounded to roughly where it was. */
  isBlurred: boolean
  /** The postcode whose map it is drawn on. */
  postcode: string
}

const failure = 'Platsen visas inte'

/** Why a partner may not see the member's position: somebody else goes there. Null if they may. */
export function whyNotForPartner(part: Part, state: AlarmState): string | null {
  if (part === 'colleague') return 'En kollega har larmet. Säg att du kommer också om du ska dit.'
  return part === 'partner' && state !== 'new' ? 'Någon annan har larmet. Du behöver inte åka.' : null
}

/**
 * The last position of the member's phone. Partners may look until somebody takes the alarm, the taker and companions
 * until it is over, operators always. The look is written to the timeline in the same transaction, before anything is
 * shown.
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
