import { mayTry } from '~/door/attempts.server'
import type { ReceivedSms } from '~/notifications/public.server'
import { sendSms } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { replyBySms } from './reply-by-sms.server'

/**
 * Takes an SMS that may be about an alarm, and queues an answer by SMS. True when it was ours. What carries no word of a
 * call may come from anybody who fakes the number: the phone is told how to answer a few times an hour, and not each time.
 */
export async function answerAlarmSms(house: House, received: ReceivedSms): Promise<boolean> {
  const { isOurs, answer, hasWord } = await replyBySms(house, received)
  if (answer && (hasWord || (await mayTry(house, 'alarm answer without a word', received.fromPhone)))) {
    const sms = { recipient: received.fromPhone, subject: 'Svar om ett larm', text: answer }
    await sendSms(house.db, { kind: 'alarm reply', ...sms, urgency: 'awaited' })
  }
  return isOurs
}
