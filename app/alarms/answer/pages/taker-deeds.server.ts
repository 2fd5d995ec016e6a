import { orAnswer } from '~/door/answer.server'
import { answerRefused, formSent } from '~/door/deed.server'
import type { House } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { accepted, isDeadEnd, type NotThere, type Outcome, type Refusal } from '~/shared/outcome'
import type { Taker } from '../../alarm'
import { arrive, type HandedBack, handBack } from '../../engine/follow-up.server'
import type { HomeSeen } from '../../home/home-form'
import { lookAtHome } from '../../home/look-at-home.server'
import type { AlarmMap } from '../../map/alarm-map'
import { readAlarmMap } from '../../map/read-alarm-map.server'
import { hearPress } from '../../raise/hear-press.server'
import { comesNot, comesToo } from '../../together/come-too.server'
import { takeOver } from '../../together/take-over.server'
import { addNote } from '../add-note.server'
import { closeAlarm } from '../close-alarm.server'
import { lookAtPosition, type ShownPosition } from '../look-at-position.server'
import { markSeen } from '../mark-seen.server'
import { declineAlarm } from '../sayings/decline-alarm.server'
import { sayFalse, takeBackFalse } from '../sayings/say-false.server'
import { setOut } from '../sayings/set-out.server'
import { takeAlarm } from '../take-alarm.server'

/** The answer to a taker's form when it does not redirect. */
export type TakerAnswer = {
  intent: string
  refusal?: Refusal
  values?: Record<string, string>
  /** Set by the browser: the form never reached the server, or the answer did not come in time. */
  unsent?: true
  position?: ShownPosition
  /** Null if there is no home that can be read. */
  home?: HomeSeen | null
  map?: AlarmMap
}

type Values = Record<string, string>
/** Does it, and returns the words of the notice. */
type Deed = (house: House, taker: Taker, id: string, values: Values) => Promise<Outcome<string> | NotThere>

function saying<Value>(
  does: (house: House, taker: Taker, id: string, values: Values) => Promise<Outcome<Value> | NotThere>,
  words: string | ((value: Value) => string),
): Deed {
  return async (house, taker, id, values) => {
    const done = await does(house, taker, id, values)
    if (isDeadEnd(done) || !done.ok) return done
    return accepted(typeof words === 'string' ? words : words(done.value))
  }
}

const afterHandback: Record<HandedBack, string> = {
  'out again': 'Larmet är ute hos alla igen',
  over: 'Den som larmade har sagt att hen är trygg, så larmet är avblåst',
}

const deeds: Record<string, Deed> = {
  take: saying(takeAlarm, 'Larmet är ditt'),
  takeOver: saying(takeOver, 'Larmet är ditt, och den som hade det får veta det'),
  comesToo: saying(comesToo, 'Den som har larmet får veta att du kommer också'),
  comesNot: saying(comesNot, 'Vi har skrivit att du inte kommer'),
  arrive: saying(arrive, 'Den som larmade ser att du är på plats'),
  decline: saying(declineAlarm, 'Tack för att du säger till'),
  setOut: saying(setOut, 'Tack, då vet vi att du är på väg'),
  heard: saying(hearPress, 'Tack, då vet vi att du har sett det'),
  handBack: saying(
    (house, taker, id) => handBack(house, taker, id),
    (became) => afterHandback[became],
  ),
  note: saying(addNote, 'Anteckningen är sparad'),
  resolved: saying(resolve, 'Larmet är avslutat'),
  false_alarm: saying(sayFalse, 'Larmet avslutas som falskt larm om en minut'),
  not_false: saying((house, taker, id) => takeBackFalse(house, taker, id), 'Ångrat: larmet är igång som förut'),
}

/** The `intent` values of the forms of those who can take an alarm. */
export const takerForms = ['look', 'look home', 'seen', ...Object.keys(deeds)]

function resolve(house: House, taker: Taker, id: string, values: Values) {
  return closeAlarm(house, taker, id, { ...values, outcome: 'resolved' })
}

/**
 * Handles the forms of those who can take an alarm, the same for a company, a guard, a personal link and an operator.
 */
export async function answerTaker(house: House, taker: Taker, alarmId: string, values: Values, address: string) {
  const intent = values.intent ?? ''
  if (intent === 'look') {
    const looked = orAnswer(await lookAtPosition(house, taker, alarmId))
    if (!looked.ok) return answerRefused(values, looked)
    if (!looked.value) return { intent } satisfies TakerAnswer
    return { intent, position: looked.value, map: await readAlarmMap(house, taker, looked.value) } satisfies TakerAnswer
  }
  if (intent === 'look home') {
    const looked = orAnswer(await lookAtHome(house, taker, alarmId))
    if (!looked.ok) return answerRefused(values, looked)
    return { intent, home: looked.value } satisfies TakerAnswer
  }
  if (intent === 'seen') {
    if (taker.kind === 'partner') await markSeen(house, taker, alarmId)
    return { intent } satisfies TakerAnswer
  }
  const done = orAnswer(await formSent(deeds, values)(house, taker, alarmId, values))
  if (!done.ok) return answerRefused(values, done)
  return redirectWithNotice(`${address}#top`, { tone: 'normal', title: done.value })
}
