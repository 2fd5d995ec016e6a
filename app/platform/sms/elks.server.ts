import { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import { ask, isAnswer } from '../http/outward.server'
import type { SmsBalance, SmsDelivery, SmsSender } from './sms.server'

/** An alarm is sent again after a minute: by then it is known whether this one was taken. */
const patience = 10_000

const taken = z.object({
  id: z.string().min(1).max(100),
  status: z.string().optional(),
  parts: z.number().int().optional(),
  cost: z.number().int().optional(),
})
const account = z.object({ balance: z.number(), currency: z.string().optional() })

/**
 * SMS by 46elks. `reportTo` is the address that its reports about a message of ours are sent to. The text is not
 * kept in its logs.
 */
export function openElks(
  { url, username, password, sender }: ElksAccount,
  reportTo: (id: string, attempt: number) => string,
): SmsSender {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

  return {
    name: '46elks',
    leavesTheHouse: true,

    async send({ recipient, text }, id, attempt): Promise<SmsDelivery> {
      const body = new URLSearchParams({
        from: sender,
        to: recipient,
        message: text,
        whendelivered: reportTo(id, attempt),
        dontlog: 'message',
      })
      const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
      const asked = await ask(`${url}/sms`, { method: 'POST', headers, body: body.toString() }, patience)
      if (!isAnswer(asked)) return asked
      if (asked.status < 200 || asked.status > 299) return refusal(asked.status)
      const read = taken.safeParse(parsed(asked.text))
      // Something between us answered in its place: a page of a proxy, half an answer. Whether theirs was lost, nobody knows.
      if (!read.success) return { kind: 'unanswered', reason: '46elks: not an answer of theirs' }
      const { id: providerId, status, parts, cost } = read.data
      if (status === 'failed') return { kind: 'permanent', reason: '46elks: failed' }
      return { kind: 'delivered', providerId, parts, cost }
    },

    async balance(): Promise<SmsBalance> {
      const asked = await ask(`${url}/me`, { method: 'GET', headers: { authorization } }, patience)
      if (!isAnswer(asked) || asked.status !== 200) return null
      const read = account.safeParse(parsed(asked.text))
      // Their unit is a hundredth of an öre; an account in another currency cannot be judged in kronor.
      if (!read.success || (read.data.currency ?? 'SEK') !== 'SEK') return null
      return { ore: Math.floor(read.data.balance / 100) }
    },
  }
}

/** Null for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Only what is wrong with the message itself is for good. A login that is refused or an account that is empty
 * (401, 402, 403) is put right by an operator, and then the message should go.
 */
function refusal(status: number): SmsDelivery {
  // Whoever stands between us waited for them in vain.
  if (status === 502 || status === 504) return { kind: 'unanswered', reason: `46elks ${status}` }
  const isTheMessage = [400, 413, 422].includes(status)
  return { kind: isTheMessage ? 'permanent' : 'temporary', reason: `46elks ${status}` }
}
