import type { ReceivedSms } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { isOpen, type Partner } from './alarm'
import { addEntries } from './alarm-store.server'
import { insertCalls } from './call-store.server'
import { changeAlarm } from './change-alarm.server'
import { closeAlarm } from './close-alarm.server'
import { arrive, handBack } from './follow-up.server'
import { notePhoneThatAnswered } from './note-phone-that-answered.server'
import { readReply } from './reply'
import { type Answering, readAlarmsSentTo, readTestSentTo, writeDeclined } from './reply-store.server'
import { takeAlarm } from './take-alarm.server'

/** Whether it was about an alarm, and what to answer if anything is to be answered here. */
export type Answered = { isOurs: boolean; answer: string | null }

/**
 * An SMS from a phone that an alarm was sent to. JA and NEJ are about the newest alarm that this phone was sent;
 * FRAMME and KLAR about the newest that it has. Said twice, it is done once.
 */
export async function replyBySms(house: House, { fromPhone, text }: ReceivedSms): Promise<Answered> {
  const sent = await readAlarmsSentTo(house.db, fromPhone, house.clock.now())
  const newest = sent[0]
  if (!newest) return readReply(text) ? thankForLateAnswer(house, fromPhone) : { isOurs: false, answer: null }
  return { isOurs: true, answer: await answer(house, sent, newest, text) }
}

/** A test lasts five minutes, and a guard may need an hour to see it: the phone has answered all the same. */
async function thankForLateAnswer({ db, clock }: House, fromPhone: string): Promise<Answered> {
  const now = clock.now()
  const test = await readTestSentTo(db, fromPhone, now)
  if (!test) return { isOurs: false, answer: null }
  await notePhoneThatAnswered(db, { id: test.alarmId, isTest: true }, actorOf(test), now)
  return { isOurs: true, answer: 'Tack. Testet är redan över, men nu vet vi att larmen når dig.' }
}

async function answer(house: House, sent: Answering[], newest: Answering, text: string): Promise<string | null> {
  const mine = sent.find((alarm) => alarm.isMine)
  const reply = readReply(text)
  if (reply === null) return 'Svara JA om du kommer, NEJ om du inte kan, FRAMME när du är där och KLAR när det är över.'
  if (reply === 'yes') return take(house, newest)
  if (reply === 'no') return decline(house, mine ?? newest)
  if (!mine) {
    if (reply === 'done') return 'Du har inget larm som pågår.'
    // Somebody who is there already has taken it, whatever they forgot to say.
    const taken = await takeAlarm(house, actorOf(newest), newest.alarmId)
    if (!taken.ok) return taken.message
  }
  const { actor, alarmId } = mine
    ? { actor: actorOf(mine), alarmId: mine.alarmId }
    : { actor: actorOf(newest), alarmId: newest.alarmId }
  return reply === 'there'
    ? wordsOf(
        await arrive(house, actor, alarmId),
        'Tack. Vi har skrivit att du är på plats. Svara KLAR när det är över.',
      )
    : wordsOf(await closeAlarm(house, actor, alarmId, { outcome: 'resolved' }), 'Tack. Larmet är avslutat.')
}

const actorOf = ({ companyId, guardId }: Pick<Answering, 'companyId' | 'guardId'>): Partner => ({
  kind: 'partner',
  companyId,
  guardId,
  via: 'sms',
})
const wordsOf = (outcome: Outcome<unknown>, done: string) => (outcome.ok ? done : outcome.message)

/** Who has it by SMS may have no page at hand: they are sent what it would have shown. */
async function take(house: House, answering: Answering): Promise<string | null> {
  const actor = actorOf(answering)
  const taken = await takeAlarm(house, actor, answering.alarmId)
  if (!taken.ok) return taken.message
  await changeAlarm(house, actor, answering.alarmId, async ({ db, alarm, now }) => {
    const { companyId, guardId, name, phone, email, role } = answering
    const callee = { role, companyId, guardId, profileId: null, name, phone, email, hasPush: false }
    const call = { alarmId: alarm.id, isTest: alarm.isTest, callee, kind: 'details' as const, round: alarm.rounds }
    await insertCalls(db, house.keys, [{ ...call, channels: ['sms'] }], now)
    return accepted(null)
  })
  return null
}

/** Whoever has it hands it back; the others are on the list as not coming. */
async function decline(house: House, answering: Answering): Promise<string | null> {
  const actor = actorOf(answering)
  if (answering.isMine) {
    return wordsOf(
      await handBack(house, actor, answering.alarmId),
      'Tack för att du säger till. Larmet är ute hos alla igen.',
    )
  }
  await changeAlarm(house, actor, answering.alarmId, async ({ db, alarm, now }) => {
    await notePhoneThatAnswered(db, alarm, actor, now)
    if (isOpen(alarm.state) && (await writeDeclined(db, answering.recipientId, now))) {
      await addEntries(db, now, { alarmId: alarm.id, kind: 'declined', actor })
    }
    return accepted(null)
  })
  return 'Tack för att du säger till.'
}
