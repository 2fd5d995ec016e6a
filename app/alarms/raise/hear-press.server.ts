import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type Actor, type Taker, whyNot } from '../alarm'
import { type Change, changeAlarm } from '../answer/change-alarm.server'
import { addEntries, dropSteps } from '../history/alarm-store.server'

/** The taker or an operator has seen that the member pressed again: drops the deadline that would call everybody. */
export function hearPress(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async (given) => {
    if (given.part !== 'taker' && given.part !== 'operator') {
      return refused('Det gick inte', { message: whyNot('arrive', given.alarm.state) })
    }
    await noteHeard(given, actor)
    return accepted(null)
  })
}

/** Any action of the taker answers the presses before it. */
export async function noteHeard({ db, alarm, now }: Pick<Change, 'db' | 'alarm' | 'now'>, actor: Actor) {
  const dropped = await dropSteps(db, alarm.id, now, ['answer press'])
  if (dropped > 0) await addEntries(db, now, { alarmId: alarm.id, kind: 'heard', actor })
}
