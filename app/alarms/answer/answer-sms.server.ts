import { mayTry } from '~/door/attempts.server'
import type { ReceivedSms } from '~/notifications/public.server'
import { sendSms } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { replyBySms } from './reply-by-sms.server'

/**
 * Handles an incoming SMS that may answer an alarm, and queues a reply by SMS. True if the SMS was about an alarm. An
 * SMS without a call's word may have a spoofed sender, so replies to those are rate limited per phone.
 */
export async function answerAlarmSms(house: House, received: ReceivedSms): Promise<boolean> {
  const { isOurs, answer, hasWord } = await replyBySms(house, received)
  if (answer && (hasWord || (await mayTry(house, 'alarm answer without a word', received.fromPhone)))) {
    const sms = { recipient: received.fromPhone, subject: 'Svar om ett larm', text: answer }
    await sendSms(house.db, { kind: 'alarm reply', ...sms, urgency: 'awaited' })
  }
  return isOurs
}
