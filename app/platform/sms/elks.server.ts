import { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import { openElksAccount } from './elks-account.server'
import type { SmsBalance, SmsDelivery, SmsSender } from './sms.server'

const taken = z.object({
  id: z.string().min(1).max(100),
  status: z.string().optional(),
  parts: z.number().int().optional(),
  cost: z.number().int().optional(),
})
const balance = z.object({ balance: z.number(), currency: z.string().optional() })

/**
 * SMS by 46elks. `reportTo`: the webhook URL for delivery reports on a message. The text is not kept in 46elks' logs.
 */
export function openElks(account: ElksAccount, reportTo: (id: string, attempt: number) => string): SmsSender {
  const elks = openElksAccount(account)
  return {
    name: '46elks',
    leavesTheHouse: true,

    async send({ recipient, text }, id, attempt): Promise<SmsDelivery> {
      const sent = await elks.post('/sms', taken, {
        from: account.sender,
        to: recipient,
        message: text,
        whendelivered: reportTo(id, attempt),
        dontlog: 'message',
      })
      if (sent.kind !== 'taken') return sent
      const { id: providerId, status, parts, cost } = sent.answer
      if (status === 'failed') return { kind: 'permanent', reason: '46elks: failed' }
      return { kind: 'delivered', providerId, parts, cost }
    },

    async balance(): Promise<SmsBalance> {
      const answer = await elks.get('/me', balance)
      // The balance is in hundredths of an öre. In another currency it cannot be judged in kronor.
      if (!answer || (answer.currency ?? 'SEK') !== 'SEK') return null
      return { ore: Math.floor(answer.balance / 100) }
    },
  }
}
