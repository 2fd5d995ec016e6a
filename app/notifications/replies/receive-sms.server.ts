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

/** Handles a reply to one of our SMS. The caller has authenticated the provider. */
export async function receiveSms(house: House, reply: ReceivedSms): Promise<void> {
  if (asksToStop(reply.text)) return stopSms(house, reply)
  // One transaction: after a crash half-way the provider retries, and a repeated JA must not be applied to an alarm
  // raised since.
  const isNew = await house.db.transaction().execute(async (db) => {
    if (!(await note({ ...house, db }, reply, 'other'))) return false
    if (await house.above.answerAlarmSms({ ...house, db }, reply)) await markAlarmReply(db, reply.providerId)
    return true
  })
  if (isNew) tellOf(house)
}

/**
 * STOP: withdraws the consents and SMS topics of everybody with that number, verified or not, stops queued SMS by
 * choice, and ends their place in a member's circle. Codes that somebody requests, and a guard's alarms, still go out.
 * Confirmed once.
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

/** Wakes the sender for the answer, and updates the administrators' list. */
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
