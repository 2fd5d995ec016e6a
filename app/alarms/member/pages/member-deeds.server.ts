import { answerTo, orAnswer } from '~/door/answer.server'
import { answerRefused } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { accepted, notAsked, type Outcome } from '~/shared/outcome'
import { addNote } from '../../answer/add-note.server'
import { letRing } from '../../raise/let-ring.server'
import { raiseAlarm } from '../../raise/raise-alarm.server'
import { sentNoticeFor, TEST_MESSAGE } from '../../raise/raise-words'
import { saySafe } from '../../raise/say-safe.server'

export const memberForms = ['raise', 'test', 'safe', 'ring', 'tell']

/** Handles the alarm page's forms without scripts. Faults are answered by the door (alarm-away-page). */
export async function answerMember(house: House, signedIn: SignedIn, address: string, values: Record<string, string>) {
  if (values.intent === 'safe') {
    const said = orAnswer(await saySafe(house, signedIn, values.alarm ?? ''))
    if (!said.ok) return answerRefused(values, said)
    return redirectWithNotice(`${address}#top`, { tone: 'normal', title: 'Skönt att du är trygg' })
  }
  if (values.intent === 'ring') {
    const may = orAnswer(await letRing(house, signedIn, values.alarm ?? ''))
    if (!may.ok) return answerRefused(values, may)
    return redirectWithNotice(`${address}#top`, { tone: 'normal', title: 'De som kommer får ringa dig igen' })
  }
  if (values.intent === 'tell') {
    const actor = { kind: 'member' as const, personId: signedIn.person.id }
    const told = orAnswer(await addNote(house, actor, values.alarm ?? '', values))
    if (!told.ok) return answerRefused(values, told)
    return redirectWithNotice(`${address}#slut`, { tone: 'normal', title: 'Tack för att du berättade' })
  }
  if (values.intent !== 'raise' && values.intent !== 'test') throw answerTo(notAsked)
  const isTest = values.intent === 'test'
  const raised = await raiseAlarm(house, signedIn, isTest ? { ...values, test: 'on', message: TEST_MESSAGE } : values)
  if (!raised.ok) return answerRefused(values, raised)
  return redirectWithNotice(`${address}#top`, sentNoticeFor({ isTest, partners: raised.value.partners }))
}

export type Sent = { sent: string; at: Date; partners: number }

/** Raises an alarm posted by a script, which gets figures back where the page would get words. */
export async function answerSender(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<Sent>> {
  const raised = await raiseAlarm(house, signedIn, values)
  if (!raised.ok) return raised
  return accepted({ sent: values.key ?? '', at: house.clock.now(), partners: raised.value.partners })
}
