import type { ReceivedSms } from '~/notifications/public.server'
import { inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { accepted, isDeadEnd, type NotThere, type Outcome } from '~/shared/outcome'
import { isHeld, isOpen, type Partner } from '../alarm'
import { arrive, handBack } from '../engine/follow-up.server'
import { type Alarm, addEntries, type LastPress, readAlarm, readLastPress } from '../history/alarm-store.server'
import { insertCalls } from '../raise/call-store.server'
import { comesNot, comesToo } from '../together/come-too.server'
import { takeOver } from '../together/take-over.server'
import { countWrongTry, holdPhone, tellPress } from '../words/word-store.server'
import { answers, howToAnswer, wrongWord } from './answer-words'
import { changeAlarm } from './change-alarm.server'
import { closeAlarm } from './close-alarm.server'
import { notePhoneThatAnswered } from './note-phone-that-answered.server'
import { mostWrongTries, type Reply, readReply } from './reply'
import {
  type OpenCall,
  type OverCall,
  readOpenCalls,
  readOverCalls,
  wasTextedSince,
  writeDeclined,
} from './reply-store.server'
import { takeAlarm } from './take-alarm.server'
import { readTakerNames } from './taker-store.server'

/** Whether the SMS was about an alarm, and the reply to send from here, if any. */
export type Answered = {
  isOurs: boolean
  answer: string | null
  /** The SMS carried the word of a call to this phone, which a spoofed sender does not know. */
  hasWord: boolean
}

const notOurs: Answered = { isOurs: false, answer: null, hasWord: false }
const ours = (answer: string | null, hasWord = false): Answered => ({ isOurs: true, answer, hasWord })

/**
 * Handles an SMS from a phone that alarms were sent to. The sender can be spoofed, so only an SMS with a call's word
 * changes anything, and only that call's alarm. Any other SMS is answered with instructions.
 */
export function replyBySms(house: House, { fromPhone, text }: ReceivedSms): Promise<Answered> {
  return inTransaction(house.db, async (db) => {
    await holdPhone(db, fromPhone)
    const open = await readOpenCalls(db, fromPhone, house.clock.now())
    const reply = readReply(text)
    if (open.length === 0) return reply ? answerAfterwards({ ...house, db }, fromPhone, reply) : notOurs
    if (!reply?.word) return ours(howToAnswer(open))
    const hasWord = open.some(({ word }) => word === reply.word)
    return ours(await answerAbout({ ...house, db }, fromPhone, open, { ...reply, word: reply.word }), hasWord)
  })
}

type Worded = Reply & { word: string }

async function answerAbout(house: House, fromPhone: string, open: OpenCall[], reply: Worded): Promise<string | null> {
  const call = open.find(({ word }) => word === reply.word)
  if (call && call.wrongTries >= mostWrongTries) return answers.tooManyTries
  if (call) return answerCall[reply.says](house, call, reply.word)
  // The word of a call that ended recently does not count as a wrong guess.
  const over = await readOverCalls(house.db, fromPhone, house.clock.now())
  const was = over.find(({ word }) => word === reply.word)
  if (was) return answerOver(house, was)
  await countWrongTry(
    house.db,
    open.map(({ recipientId }) => recipientId),
  )
  const isLast = open.every(({ wrongTries }) => wrongTries + 1 >= mostWrongTries)
  return isLast ? answers.tooManyTries : wrongWord(reply.word, open)
}

/** No call is open: a test lasts only five minutes, and a guard may take an hour to see it. */
async function answerAfterwards(house: House, fromPhone: string, { word }: Reply): Promise<Answered> {
  const over = await readOverCalls(house.db, fromPhone, house.clock.now())
  const [newest] = over
  if (!newest) return notOurs
  const was = over.find((call) => word !== null && call.word === word)
  if (was) return ours(await answerOver(house, was), true)
  return ours(newest.isTest && newest.word ? answers.testOverHow(newest.word) : answers.over)
}

async function answerOver({ db, clock }: House, call: OverCall): Promise<string> {
  if (!call.isTest) return answers.over
  await notePhoneThatAnswered(db, { id: call.alarmId, isTest: true }, actorOf(call), clock.now())
  return answers.testOver
}

const actorOf = ({ companyId, guardId }: Pick<OpenCall, 'companyId' | 'guardId'>): Partner => ({
  kind: 'partner',
  companyId,
  guardId,
  via: 'sms',
})

/** The call ended meanwhile: throw to roll back. The provider retries the SMS, which then gets an up-to-date answer. */
function stillTheirs<Value>(outcome: Outcome<Value> | NotThere): Outcome<Value> {
  if (isDeadEnd(outcome)) throw new Error('A call ended while it was answered')
  return outcome
}

function wordsOf(outcome: Outcome<unknown> | NotThere, done: string): string {
  const answered = stillTheirs(outcome)
  return answered.ok ? done : answered.message
}

const answerCall: Record<Reply['says'], (house: House, call: OpenCall, word: string) => Promise<string | null>> = {
  yes: (house, call, word) => take(house, call, word, takeAlarm),
  no: decline,
  // 'Tar över': if the colleague has just handed the alarm back, it is taken instead.
  over: (house, call, word) => take(house, call, word, call.isColleagues ? takeOver : takeAlarm),
  async too(house, call, word) {
    const comes = stillTheirs(await comesToo(house, actorOf(call), call.alarmId))
    if (comes.ok) return answers.comesToo(word)
    return call.isMine ? answers.mine(word) : whoHasIt(house, call, word, answers.notMine(word))
  },
  async there(house, call, word) {
    // Somebody who is on site has taken it, even if they forgot to say so.
    const taken = stillTheirs(await takeAlarm(house, actorOf(call), call.alarmId))
    if (!taken.ok) return whoHasIt(house, call, word, taken.message)
    return wordsOf(await arrive(house, actorOf(call), call.alarmId), answers.there(word))
  },
  async done(house, call, word) {
    if (!call.isMine) return whoHasIt(house, call, word, answers.notMine(word))
    const last = await readLastPress(house.db, call.alarmId)
    if (last && !(await knowsOf(house, call, last))) return answers.pressed(last.createdAt, word)
    const closing = { outcome: 'resolved', press: last?.id ?? '' }
    return wordsOf(await closeAlarm(house, actorOf(call), call.alarmId, closing), answers.done)
  },
}

/** Somebody without a page knows of a press if they were sent an SMS since it, or were asked about it once already. */
async function knowsOf({ db }: House, { recipientId }: OpenCall, press: LastPress): Promise<boolean> {
  return (await wasTextedSince(db, recipientId, press.createdAt)) || tellPress(db, recipientId, press.id)
}

/** Takes the alarm. A taker by SMS may have no page at hand, so they alone are sent the details it would show. */
async function take(house: House, call: OpenCall, word: string, how: typeof takeAlarm): Promise<string | null> {
  const taken = stillTheirs(await how(house, actorOf(call), call.alarmId))
  if (!taken.ok) return whoHasIt(house, call, word, taken.message)
  if (call.isMine) return answers.mine(word)
  return (await sendDetails(house, call)) ? null : answers.over
}

/** The reply to somebody who is not the taker: who has the alarm, and what a colleague can still do. */
async function whoHasIt({ db }: House, call: OpenCall, word: string, otherwise: string): Promise<string> {
  const alarm = await readAlarm(db, call.alarmId)
  const has = alarm && isHeld(alarm.state) ? await readTakerNames(db, call.alarmId) : null
  if (!has) return otherwise
  return alarm?.takenByCompany === call.companyId ? answers.colleagues(has.firstName, word) : answers.taken(has.name)
}

type Called = Pick<OpenCall, 'alarmId' | 'role' | 'companyId' | 'guardId' | 'name' | 'phone' | 'email'>

/** Sends the details to whoever took the alarm by phone. False if they are not the taker. */
export async function sendDetails(house: House, call: Called): Promise<boolean> {
  const alarm = await readAlarm(house.db, call.alarmId)
  if (!alarm || !isTheirs(alarm, call)) return false
  const { companyId, guardId, name, phone, email, role } = call
  const callee = {
    role,
    companyId,
    guardId,
    profileId: null,
    name,
    phone,
    email,
    hasPush: false,
    rings: 'never' as const,
    hasCentre: false,
  }
  const details = { alarmId: alarm.id, isTest: alarm.isTest, callee, kind: 'details' as const, round: alarm.rounds }
  await insertCalls(house.db, house.keys, [{ ...details, channels: ['sms'] }], house.clock.now())
  return true
}

const isTheirs = (alarm: Alarm, { companyId, guardId }: Called) =>
  alarm.takenByCompany === companyId && alarm.takenByGuard === guardId

/** The taker hands the alarm back; anybody else is recorded as not coming. */
async function decline(house: House, call: OpenCall): Promise<string | null> {
  const actor = actorOf(call)
  if (call.isMine) {
    const back = stillTheirs(await handBack(house, actor, call.alarmId))
    if (!back.ok) return back.message
    return back.value === 'over' ? answers.handedBackAndOver : answers.handedBack
  }
  if (call.isColleagues) stillTheirs(await comesNot(house, actor, call.alarmId))
  return wordsOf(await declineCall(house, actor, call), answers.declined)
}

/** Records that a recipient cannot come, whichever channel called them. */
export function declineCall(house: House, actor: Partner, call: Pick<OpenCall, 'alarmId' | 'recipientId'>) {
  return changeAlarm(house, actor, call.alarmId, async ({ db, alarm, now }) => {
    await notePhoneThatAnswered(db, alarm, actor, now)
    if (isOpen(alarm.state) && (await writeDeclined(db, call.recipientId, now))) {
      await addEntries(db, now, { alarmId: alarm.id, kind: 'declined', actor })
    }
    return accepted(null)
  })
}
