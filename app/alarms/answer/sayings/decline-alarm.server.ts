import { z } from 'zod'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type Taker, whyNot } from '../../alarm'
import { handBack } from '../../engine/follow-up.server'
import { addEntries, hasSaid } from '../../history/alarm-store.server'
import { changeAlarm } from '../change-alarm.server'
import { notePhoneThatAnswered } from '../note-phone-that-answered.server'
import { writePartnerDeclined } from '../reply-store.server'
import { type DeclineReason, declineReasons } from './decline'

const failure = 'Det är inte sagt'
const declining = z.object({
  reason: z.enum(Object.keys(declineReasons) as DeclineReason[], { error: 'Välj varför' }),
})

/**
 * Somebody who was called does not come, and says why. If they have the alarm, that hands it back, as 'NEJ' by SMS
 * does.
 */
export async function declineAlarm(
  house: House,
  actor: Taker,
  alarmId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const form = parseForm(declining, values, failure)
  if (!form.ok) return form
  const { reason } = form.value
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }): Promise<Outcome<null>> => {
    if (part === 'taker') {
      const back = await handBack({ ...house, db }, actor, alarmId, { why: reason })
      if (back.ok) return accepted(null)
      // The alarm is locked and theirs, so `handBack` cannot find it gone; this satisfies the type.
      return 'end' in back ? refused(failure, { message: whyNot('take', alarm.state) }) : back
    }
    // An operator is not called to come, and so cannot decline.
    if (actor.kind !== 'partner') return refused(failure, { message: 'Det går inte att göra just nu.' })
    if (alarm.state !== 'new') return refused(failure, { message: whyNot('take', alarm.state) })
    await notePhoneThatAnswered(db, alarm, actor, now)
    await writePartnerDeclined(db, alarm.id, actor, now)
    if (await hasSaid(db, alarm.id, 'declined', actor, alarm.waitingSince)) return accepted(null)
    await addEntries(db, now, { alarmId: alarm.id, kind: 'declined', actor, facts: { why: reason } })
    return accepted(null)
  })
}
