import type { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import type { Unanswered, Undelivered } from '../delivery'
import { ask, isAnswer } from '../http/outward.server'

/** The timeout. Shorter than the minute after which an alarm is sent again, so that the outcome is known by then. */
const patience = 10_000

/** The HTTP API of 46elks, common to SMS and calls. */
export function openElksAccount({ url, username, password }: ElksAccount) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return {
    async post<Answer>(
      path: string,
      expected: z.ZodType<Answer>,
      form: Record<string, string>,
    ): Promise<{ kind: 'taken'; answer: Answer } | Undelivered | Unanswered> {
      const body = new URLSearchParams(form).toString()
      const asked = await ask(`${url}${path}`, { method: 'POST', headers, body }, patience)
      if (!isAnswer(asked)) return asked
      if (asked.status < 200 || asked.status > 299) return refusal(asked.status)
      const read = expected.safeParse(parsed(asked.text))
      // Something in between answered instead, such as a proxy, or the answer is truncated. The SMS may have been
      // taken.
      return read.success
        ? { kind: 'taken', answer: read.data }
        : { kind: 'unanswered', reason: '46elks: not an answer of theirs' }
    },

    /** Null if there is no valid answer. */
    async get<Answer>(path: string, expected: z.ZodType<Answer>): Promise<Answer | null> {
      const asked = await ask(`${url}${path}`, { method: 'GET', headers: { authorization } }, patience)
      if (!isAnswer(asked) || asked.status !== 200) return null
      return expected.safeParse(parsed(asked.text)).data ?? null
    },
  }
}

/** Null if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Permanent only if the message itself is at fault. A refused login or an empty account (401, 402, 403) is fixed by the
 * operator, and then the message should still be sent.
 */
function refusal(status: number): Undelivered | Unanswered {
  // A gateway timed out waiting for 46elks, which may have taken the message.
  if (status === 502 || status === 504) return { kind: 'unanswered', reason: `46elks ${status}` }
  const isTheMessage = [400, 413, 422].includes(status)
  return { kind: isTheMessage ? 'permanent' : 'temporary', reason: `46elks ${status}` }
}
