import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import type { Taker } from '../alarm'
import { type AlarmState, mayDo, whyNot } from '../alarm'
import { changeAlarm } from '../answer/change-alarm.server'
import { closeAlarmNow } from '../answer/close-alarm.server'
import { dropFalse } from '../answer/sayings/drop-false.server'
import { addEntries, armSteps, dropSteps, updateAlarms } from '../history/alarm-store.server'
import { reopenAlarm, tellReleased } from '../raise/reopen-alarm.server'
import { askTakerS } from '../watch/policy'

const refusal = (transition: Parameters<typeof whyNot>[0], state: AlarmState) =>
  refused('Det gick inte', { message: whyNot(transition, state) })

/** The taker is on site: 'På plats'. From now on no deadline releases the alarm; after an hour an operator is asked. */
export function arrive(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    if (part === 'taker' && alarm.state === 'on_site') return accepted(null)
    if (!mayDo('arrive', alarm.state, part)) return refusal('arrive', alarm.state)
    await updateAlarms(db, [alarm.id], { status: 'on_site', on_site_at: now })
    await addEntries(db, now, { alarmId: alarm.id, kind: 'arrived', actor })
    await dropSteps(db, alarm.id, now, ['release', 'answer press'])
    await dropFalse(db, alarm, actor, now)
    await armSteps(db, [{ alarm, kind: 'ask taker', afterS: askTakerS }], now)
    return accepted(null)
  })
}

/** What became of an alarm that was handed back. */
export type HandedBack = 'out again' | 'over'

/**
 * The taker cannot go on. If the member has said meanwhile that they are safe, the alarm ends: nobody else is called.
 */
export function handBack(
  house: House,
  actor: Taker,
  alarmId: string,
  { why }: { why?: string } = {},
): Promise<Outcome<HandedBack> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }): Promise<Outcome<HandedBack>> => {
    const given = { db, now, keys: house.keys, voice: house.voice }
    if (!mayDo('handBack', alarm.state, part)) return refusal('handBack', alarm.state)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'handed_back', actor, facts: why ? { why } : {} })
    if (alarm.safeAt) {
      await closeAlarmNow(given, alarm, 'cancelled', { kind: 'system' }, actor)
      return accepted('over')
    }
    const people = await reopenAlarm(given, alarm)
    // A taker who hands it back knows already. When an operator does it, the taker is told.
    if (part === 'operator') await tellReleased(given, alarm)
    const facts = { people, why: 'handed back' }
    await addEntries(db, now, { alarmId: alarm.id, kind: 'called_again', actor: { kind: 'system' }, facts })
    return accepted('out again')
  })
}
