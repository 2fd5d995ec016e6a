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

/** Somebody has picked up, or a voicemail has: returns what they hear. Proves nothing. Null if the call is not ours. */
export async function pickUp({ db, clock }: House, named: Named): Promise<Said | null> {
  const call = await readPhoneCall(db, named, clock.now())
  return call && whatIsSo(call)
}

/**
 * Handles a pressed digit: 1 takes the alarm, 2 repeats the message, 3 declines. Only the first answer counts; a
 * repeated press (or a retry by the provider) hears the current state. Null, which ends the call, if it is not ours or
 * nothing was pressed.
 */
export async function pressDigit(house: House, named: Named, digit: string): Promise<Said | null> {
  // No digit after three repeats: probably a voicemail, so stop.
  if (!isKey(digit)) return null
  return inTransaction(house.db, async (db) => {
    const now = house.clock.now()
    const first = await readPhoneCall(db, named, now)
    if (!first) return null
    if (digit !== '1' && digit !== '2' && digit !== '3') return whatIsSo(first)
    // Lock order: the alarm before the message, as everywhere, to avoid a deadlock.
    await lockAlarm(db, first.alarmId)
    const isNew = await writeDigit(db, named, digit, now)
    const call = (await readPhoneCall(db, named, now)) ?? first
    await announceSent(db, [call.alarmId])
    if (call.isTest && call.guardId) await markTested(db, call.guardId, now)
    const said = whatIsSo(call)
    // If the state has changed since the question, say so. An alarm that is over, or not theirs, is not touched.
    if (digit === '2' || !said.asks) return said
    return { recording: await answer[digit]({ ...house, db }, call, isNew), asks: false }
  })
}

const actorOf = ({ companyId, guardId }: PhoneCall): Partner => ({ kind: 'partner', companyId, guardId, via: 'voice' })

const answer: Record<AnsweringDigit, (house: House, call: PhoneCall, isNew: boolean) => Promise<Recording>> = {
  async 1(house, call, isNew) {
    // A repeated '1' after the alarm was handed back does not take it again.
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

/** Cost as 46elks reports it: hundredths of öre. */
export type End = { how: string; cost: number | null }

/** Outcomes of a call that ends without a digit. Picked up does not count as heard: a voicemail picks up too. */
const ends = {
  success: { state: 'sent', reason: 'svarade utan att trycka, eller en telefonsvarare' },
  busy: { state: 'failed', reason: 'upptaget' },
} as const
const unanswered = { state: 'failed', reason: 'inget svar' } as const

/** Records the end of the call. */
export async function hangUp({ db, clock }: House, named: Named, { how, cost }: End) {
  const end = chosen(ends, how) ?? unanswered
  const alarmId = await writeEnd(db, named, { ...end, cost }, clock.now())
  if (alarmId) await announceSent(db, [alarmId])
}
