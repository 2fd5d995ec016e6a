import { markTested } from '~/guards/public.server'
import { inTransaction } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { chosen } from '~/shared/chosen'
import { isDeadEnd } from '~/shared/outcome'
import type { Partner } from '../alarm'
import { declineCall, sendDetails } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { announceSent, lockAlarm } from '../history/alarm-store.server'
import { type AnsweringDigit, isKey, type Recording, type Said, whatIsSo } from './recordings'
import { type Named, type PhoneCall, readPhoneCall, writeDigit, writeEnd } from './voice-store.server'

/** Somebody has picked up, or a voicemail has: what they hear. Nothing is known by it. Null for what is no call of ours. */
export async function pickUp({ db, clock }: House, named: Named): Promise<Said | null> {
  const call = await readPhoneCall(db, named, clock.now())
  return call && whatIsSo(call)
}

/**
 * A digit was pressed: 1 takes the alarm, 2 is to hear it again, 3 is that they cannot. Only the first answer counts, and whoever
 * presses the same again, or is said to have, hears how it stands. Null for what is no call of ours, and for silence: it ends.
 */
export async function pressDigit(house: House, named: Named, digit: string): Promise<Said | null> {
  // Nobody has pressed anything through three times: said for ever it would be a voicemail's.
  if (!isKey(digit)) return null
  return inTransaction(house.db, async (db) => {
    const now = house.clock.now()
    const first = await readPhoneCall(db, named, now)
    if (!first) return null
    if (digit !== '1' && digit !== '2' && digit !== '3') return whatIsSo(first)
    // The alarm before the message, as everybody who holds both.
    await lockAlarm(db, first.alarmId)
    const isNew = await writeDigit(db, named, digit, now)
    const call = (await readPhoneCall(db, named, now)) ?? first
    await announceSent(db, [call.alarmId])
    if (call.isTest && call.guardId) await markTested(db, call.guardId, now)
    const said = whatIsSo(call)
    // What has changed since they were asked is the answer; nothing is done about an alarm that is over, or none of theirs.
    if (digit === '2' || !said.asks) return said
    return { recording: await answer[digit]({ ...house, db }, call, isNew), asks: false }
  })
}

const actorOf = ({ companyId, guardId }: PhoneCall): Partner => ({ kind: 'partner', companyId, guardId, via: 'voice' })

const answer: Record<AnsweringDigit, (house: House, call: PhoneCall, isNew: boolean) => Promise<Recording>> = {
  async 1(house, call, isNew) {
    // Said again after it was handed back: it is not theirs, and does not become so.
    if (!isNew) return call.isTest ? 'heard' : 'fault'
    const taken = await takeAlarm(house, actorOf(call), call.alarmId)
    if (isDeadEnd(taken)) return 'closed'
    if (call.isTest) return 'heard'
    if (!taken.ok) return 'elsewhere'
    return (await sendDetails(house, call)) ? 'yours' : 'elsewhere'
  },
  async 3(house, call, isNew) {
    if (isNew) await declineCall(house, actorOf(call), call)
    return 'declined'
  },
}

/** As 46elks counts: hundredths of öre. */
export type End = { how: string; cost: number | null }

/** What becomes of a call that ends without a digit. Picked up is not heard: a voicemail does that too. */
const ends = {
  success: { state: 'sent', reason: 'svarade utan att trycka, eller en telefonsvarare' },
  busy: { state: 'failed', reason: 'upptaget' },
} as const
const unanswered = { state: 'failed', reason: 'inget svar' } as const

/** The call is over. */
export async function hangUp({ db, clock }: House, named: Named, { how, cost }: End) {
  const end = chosen(ends, how) ?? unanswered
  const alarmId = await writeEnd(db, named, { ...end, cost }, clock.now())
  if (alarmId) await announceSent(db, [alarmId])
}
