import { z } from 'zod'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { isHeld, isOpen, mayDo, type Taker, whyNot } from '../../alarm'
import {
  type Alarm,
  addEntries,
  armMissingSteps,
  type Facts,
  readLastActor,
  readLastPress,
} from '../../history/alarm-store.server'
import type { Calling } from '../../raise/call-everyone.server'
import { changeAlarm } from '../change-alarm.server'
import { closeAlarmNow, refusedEnd, unseenPress } from '../close-alarm.server'
import { noteSignOfLife } from '../sign-of-life.server'
import { dropFalse } from './drop-false.server'
import { type FalseReason, falseReasons, takeBackS } from './false-alarm'

const failure = 'Larmet är inte avslutat'
const saying = z.object({
  /** Id of the newest press shown on the page that says it; empty when there was only the first press. */
  press: z.string().default(''),
  reason: z.enum(Object.keys(falseReasons) as [FalseReason, ...FalseReason[]], { error: 'Välj varför' }),
})

/**
 * 'Falskt larm' with a reason, on a page. The alarm ends a minute later (`endFalse`): until then it stays as it was for
 * everybody, so that a false alarm that is taken back was announced to nobody.
 */
export async function sayFalse(
  house: House,
  actor: Taker,
  alarmId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const form = parseForm(saying, values, failure)
  if (!form.ok) return form
  const { press, reason } = form.value
  return changeAlarm(house, actor, alarmId, async (given) => {
    const { db, alarm, part, now } = given
    // Idempotent: the form was sent twice, and the minute is over.
    if (alarm.state === 'false_alarm' && part !== 'partner') return accepted(null)
    if (!mayDo('callFalse', alarm.state, part)) return refusedEnd('callFalse', alarm.state)
    const last = await readLastPress(db, alarm.id)
    if (last && last.id !== press) return refused(failure, { message: unseenPress(last) })
    const isNew = await armMissingSteps(db, [{ alarm, kind: 'end false', afterS: takeBackS }], now)
    if (!isNew) return accepted(null)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'said_false', actor, facts: { why: reason } satisfies Facts })
    if (isHeld(alarm.state) && part === 'taker') await noteSignOfLife(db, alarm, now)
    return accepted(null)
  })
}

/** 'Ångra' within the minute: the alarm goes on as it was. Allowed to anybody who could have ended it. */
export function takeBackFalse(house: House, actor: Taker, alarmId: string): Promise<Outcome<null> | NotThere> {
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    if (!mayDo('callFalse', alarm.state, part)) {
      return refused('Det gick inte att ångra', { message: whyNot('callFalse', alarm.state) })
    }
    await dropFalse(db, alarm, actor, now)
    return accepted(null)
  })
}

/** The minute is over: ends the alarm in the name of whoever said that it was false. */
export async function endFalse(given: Calling, alarm: Alarm) {
  if (!isOpen(alarm.state)) return
  const actor = await readLastActor(given.db, alarm.id, 'said_false')
  await closeAlarmNow(given, alarm, 'false_alarm', actor)
}
