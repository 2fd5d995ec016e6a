import { readIdsByPhone } from '~/accounts/public.server'
import { purposes } from '~/outbox/public'
import { sendSms as insertSms, stopChosenSms } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { PRODUCT_NAME } from '~/shared/product'
import { withdrawConsents } from '../choices/consent-store.server'
import { clearSmsTopics } from '../choices/settings-store.server'
import { insertReply, markAlarmReply } from './inbound-store.server'
import { asksToStop } from './reply-words'

export type ReceivedSms = { providerId: string; fromPhone: string; text: string }

/** Somebody has answered one of our SMS. The caller has seen that it is the provider who says so. */
export async function receiveSms(house: House, reply: ReceivedSms): Promise<void> {
  if (asksToStop(reply.text)) return stopSms(house, reply)
  // All of it or nothing: if we die half-way the provider says it again, and a JA must not then be taken for an
  // answer to an alarm that has come since.
  const isNew = await house.db.transaction().execute(async (db) => {
    if (!(await note({ ...house, db }, reply, 'other'))) return false
    if (await house.above.answerAlarmSms({ ...house, db }, reply)) await markAlarmReply(db, reply.providerId)
    return true
  })
  if (isNew) tellOf(house)
}

/**
 * No more SMS to that number: not to the neighbourhood, not by choice, not what was written before and waits for the morning. It counts for whoever has the number, proven
 * or not, and for whoever was told of the alarms of a member who named them. Codes that somebody asks for, and a guard's alarms, are not what was stopped. Confirmed once.
 */
async function stopSms(house: House, reply: ReceivedSms) {
  const now = house.clock.now()
  const isNew = await house.db.transaction().execute(async (db) => {
    if (!(await note({ ...house, db }, reply, 'stop'))) return false
    const people = await readIdsByPhone(db, reply.fromPhone)
    const withdrawn = await withdrawConsents(db, people, purposes, 'sms', now)
    const cleared = await clearSmsTopics(db, people, now)
    await stopChosenSms(db, reply.fromPhone)
    const leftCircle = await house.above.leaveCircles({ ...house, db }, reply.fromPhone)
    if (withdrawn + cleared === 0 && !leftCircle) return true
    const text = `Klart. Du får inga fler SMS från ${PRODUCT_NAME}. Vill du ha dem igen: ${house.config.origin}/dashboard/account/notices`
    await insertSms(db, {
      kind: 'stop confirmed',
      recipient: reply.fromPhone,
      subject: 'SMS är stoppade',
      text,
      urgency: 'awaited',
    })
    return true
  })
  if (isNew) tellOf(house)
}

/** What is answered goes out at once, and administrators see it on their list. */
function tellOf({ wake, live }: House) {
  wake('sms')
  live.tell({ to: ['admin'], about: 'messages' })
}

const note = ({ db, clock }: Pick<House, 'db' | 'clock'>, reply: ReceivedSms, takenAs: 'stop' | 'alarm' | 'other') =>
  insertReply(db, {
    providerId: reply.providerId,
    sender: reply.fromPhone,
    text: reply.text,
    takenAs,
    receivedAt: clock.now(),
  })
