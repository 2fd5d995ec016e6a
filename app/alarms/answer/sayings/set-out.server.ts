import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type Taker, whyNot } from '../../alarm'
import { addEntries, armSteps, hasSaid } from '../../history/alarm-store.server'
import { noteHeard } from '../../raise/hear-press.server'
import { readPolicy } from '../../watch/policy-store.server'
import { changeAlarm } from '../change-alarm.server'

/** The taker is on the way. A sign of life: the time until release starts again. */
export function setOut(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async (given) => {
    const { db, alarm, part, now } = given
    if (part !== 'taker' || alarm.state !== 'acknowledged') {
      return refused('Det gick inte', { message: whyNot('arrive', alarm.state) })
    }
    await noteHeard(given, actor)
    const { releaseS } = await readPolicy(db, alarm.postcode)
    await armSteps(db, [{ alarm, kind: 'release', afterS: releaseS }], now)
    // Repeated, it only restarts the deadline; the history keeps the first.
    if (await hasSaid(db, alarm.id, 'set_out', actor, alarm.takenAt)) return accepted(null)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'set_out', actor })
    return accepted(null)
  })
}
