import { type ReceivedSms, sendSms } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { replyBySms } from './reply-by-sms.server'

/** Takes an SMS that may be about an alarm, and queues an answer by SMS. True when it was ours. */
export async function answerAlarmSms(house: House, received: ReceivedSms): Promise<boolean> {
  const { isOurs, answer } = await replyBySms(house, received)
  if (answer) {
    const sms = { recipient: received.fromPhone, subject: 'Svar om ett larm', text: answer }
    await sendSms(house.db, { kind: 'alarm reply', ...sms, urgency: 'awaited' })
  }
  return isOurs
}
