import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isHeld, mayDo, type Partner, type Taker, whyNot } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { notePhoneThatAnswered } from '../answer/note-phone-that-answered.server'
import { dropFalse } from '../answer/sayings/drop-false.server'
import { hasIt, tellMember } from '../answer/take-alarm.server'
import { readTakerNames } from '../answer/taker-store.server'
import { tellCircle } from '../circle/circle-calls-store.server'
import { addEntries, armSteps, beginRound, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { noteHeard } from '../raise/hear-press.server'
import { tellTaker } from '../raise/tell-taker.server'
import { readPolicy } from '../watch/policy-store.server'
import { endCompanions } from './companion-store.server'

const failure = 'Du har inte tagit över larmet'

/**
 * A colleague takes the alarm over from the taker, who is told. `takenAt` is an optimistic lock, as shown on the
 * colleague's page: of two who take over at once, the second finds that it has changed. Without it, the alarm is taken
 * over from whoever has it now.
 */
export function takeOver(
  house: House,
  actor: Taker,
  alarmId: string,
  { takenAt }: { takenAt?: string } = {},
): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async (given) => {
    const { db, alarm, part, now } = given
    await notePhoneThatAnswered(db, alarm, actor, now)
    // Idempotent: the form was sent twice; counts as a reaction to the presses before.
    if (part === 'taker' && isHeld(alarm.state)) {
      await noteHeard(given, actor)
      return accepted(null)
    }
    if (actor.kind !== 'partner' || !mayDo('takeOver', alarm.state, part)) {
      return refused(failure, { message: whyNot('takeOver', alarm.state) })
    }
    if (takenAt && takenAt !== alarm.takenAt?.toISOString()) {
      const has = await readTakerNames(db, alarm.id)
      return refused(failure, {
        message: has ? `Någon hann före. ${hasIt(has, part)}` : whyNot('takeOver', alarm.state),
      })
    }
    await giveTo(house, given, actor)
    return accepted(null)
  })
}

async function giveTo(house: House, given: Parameters<Parameters<typeof changeAlarm>[3]>[0], actor: Partner) {
  const { db, alarm, now } = given
  await beginRound(db, [alarm.id])
  await updateAlarms(db, [alarm.id], {
    status: 'acknowledged',
    taken_by_guard: actor.guardId,
    taken_by_system: actor.key?.name ?? null,
    taken_at: now,
    on_site_at: null,
  })
  await endCompanions(db, alarm.id, now, actor)
  await addEntries(db, now, { alarmId: alarm.id, kind: 'took_over', actor, facts: { via: actor.via } })
  await noteHeard(given, actor)
  await dropFalse(db, alarm, actor, now)
  const { releaseS } = await readPolicy(db, alarm.postcode)
  await dropSteps(db, alarm.id, now, ['ask taker'])
  await armSteps(db, [{ alarm, kind: 'release', afterS: releaseS }], now)
  await tellTaker({ db, now, keys: house.keys }, alarm, 'overtaken')
  await tellCircle(db, [alarm.id], 'taken', now)
  await tellMember(house, db, alarm, now)
}
