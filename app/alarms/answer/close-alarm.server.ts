import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { House } from '~/platform/house.server'
import { isUnseen, tooLong } from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { formatClock } from '~/shared/time'
import { type Actor, type AlarmState, isOpen, mayDo, type Taker, whyNot } from '../alarm'
import { tellCircle } from '../circle/circle-calls-store.server'
import {
  type Alarm,
  addEntries,
  beginRound,
  dropSteps,
  insertUpdate,
  type LastPress,
  readLastPress,
  updateAlarms,
} from '../history/alarm-store.server'
import type { Calling } from '../raise/call-everyone.server'
import { insertFollowUps, type Whom, withdrawCalls } from '../raise/call-store.server'
import { cleanWords } from '../raise/press'
import { tellCompanion, tellTaker } from '../raise/tell-taker.server'
import { readCompanions } from '../together/companion-store.server'
import { changeAlarm } from './change-alarm.server'

const failure = 'Larmet är inte avslutat'
const closing = z.object({
  /** Id of the newest press shown on the page that closes the alarm; empty when there was only the first press. */
  press: z.string().default(''),
  outcome: z.enum(['resolved', 'false_alarm'], { error: 'Välj hur larmet slutade' }),
  note: z
    .string()
    .default('')
    .transform(cleanWords)
    .refine((note) => note.length <= 4000, tooLong(4000)),
})

/** 'Avslutat' or 'Falskt larm', by the taker, a colleague or an operator, with an optional note on how it went. */
export async function closeAlarm(
  house: House,
  actor: Taker,
  alarmId: string,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const form = parseForm(closing, values, failure)
  if (!form.ok) return form
  const { outcome, note, press } = form.value
  return changeAlarm(house, actor, alarmId, async ({ db, alarm, part, now }) => {
    // Idempotent: the form was sent twice, and the alarm has already ended with this outcome.
    if (alarm.state === outcome && part !== 'partner' && part !== 'operator') return accepted(null)
    const transition = outcome === 'resolved' ? 'resolve' : 'callFalse'
    if (!mayDo(transition, alarm.state, part)) return refusedEnd(transition, alarm.state)
    const last = await readLastPress(db, alarm.id)
    if (last && last.id !== press) return refused(failure, { message: unseenPress(last) })
    if (!isUnseen(note)) await insertUpdate(db, noteBy(actor, alarm.id, note), now)
    await closeAlarmNow({ db, now, keys: house.keys }, alarm, outcome, actor)
    return accepted(null)
  })
}

/** Refusal of an end. Of an alarm that is over already it may not say that it is not. */
export const refusedEnd = (transition: 'resolve' | 'callFalse', state: AlarmState) =>
  refused(isOpen(state) ? failure : 'Inget ändrades', { message: whyNot(transition, state) })

/** Refusal: the member has pressed again since the page was loaded. A press must not be closed unread. */
export const unseenPress = ({ createdAt }: LastPress) =>
  `Den som larmade har larmat igen kl. ${formatClock(createdAt)}. Läs det nya, och avsluta sedan om det ändå är över.`

const noteBy = (actor: Taker, alarmId: string, message: string) => ({
  alarmId,
  key: randomUUID(),
  kind: 'note' as const,
  by: actor.kind,
  authorId: actor.kind === 'partner' ? actor.companyId : actor.personId,
  message,
})

/**
 * Ends an alarm: drops its pending steps and tells everyone who still thinks they are needed. The last taker stays on
 * record. `by` is the person whose action ended it, where the history names the system. The caller's transaction has
 * locked the alarm.
 */
export async function closeAlarmNow(
  given: Calling,
  alarm: Alarm,
  state: 'resolved' | 'false_alarm' | 'cancelled',
  actor: Actor,
  by = actor,
) {
  const { db, now } = given
  await beginRound(db, [alarm.id])
  const reopenable = state === 'cancelled' && !alarm.isTest && alarm.reportedBy !== null
  await updateAlarms(db, [alarm.id], { status: state, closed_at: now, reopenable })
  await addEntries(db, now, { alarmId: alarm.id, kind: state, actor })
  await dropSteps(db, alarm.id, now)
  const roles: Whom['roles'] = ['partner', 'neighbour', 'operator']
  if (alarm.state === 'new') await insertFollowUps(db, [alarm.id], 'closed', { roles }, now)
  else {
    await tellThoseOnTheWay(given, alarm, by)
    // A centre is told whoever had the alarm: a signal opened there must be ended there.
    await insertFollowUps(db, [alarm.id], 'closed', { roles, only: 'centre' }, now)
  }
  await tellCircle(db, [alarm.id], 'closed', now)
  await withdrawCalls(db, alarm.id, 'larmet är över')
}

/**
 * People who heard that somebody has the alarm are waiting for nothing. The taker and companions may be on the way, so
 * they are told, unless they ended it themselves.
 */
async function tellThoseOnTheWay(given: Calling, alarm: Alarm, by: Actor) {
  if (!isTaker(alarm, by)) await tellTaker(given, alarm, 'closed')
  for (const companion of await readCompanions(given.db, alarm.id)) {
    const isThey = by.kind === 'partner' && by.companyId === companion.companyId && by.guardId === companion.guardId
    if (!isThey) await tellCompanion(given, alarm, 'closed', companion)
  }
}

/** Compares the person, not the company: a colleague who ends the alarm may not be the one on the way. */
function isTaker({ takenByCompany, takenByGuard, takenByOperator }: Alarm, by: Actor): boolean {
  if (by.kind === 'operator') return by.personId === takenByOperator
  return by.kind === 'partner' && by.companyId === takenByCompany && by.guardId === takenByGuard
}
