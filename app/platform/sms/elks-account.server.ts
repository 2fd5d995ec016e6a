import type { z } from 'zod'
import type { ElksAccount } from '../channel-config.server'
import type { Unanswered, Undelivered } from '../delivery'
import { ask, isAnswer } from '../http/outward.server'

/** An alarm is sent again after a minute: by then it is known whether this one was taken. */
const patience = 10_000

/** An account at 46elks: what its SMS and its calls have in common. */
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
      // Something between us answered in its place: a page of a proxy, half an answer. Whether theirs was lost, nobody knows.
      return read.success
        ? { kind: 'taken', answer: read.data }
        : { kind: 'unanswered', reason: '46elks: not an answer of theirs' }
    },

    /** Null when there is no answer, or none of theirs. */
    async get<Answer>(path: string, expected: z.ZodType<Answer>): Promise<Answer | null> {
      const asked = await ask(`${url}${path}`, { method: 'GET', headers: { authorization } }, patience)
      if (!isAnswer(asked) || asked.status !== 200) return null
      return expected.safeParse(parsed(asked.text)).data ?? null
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
function refusal(status: number): Undelivered | Unanswered {
  // Whoever stands between us waited for them in vain.
  if (status === 502 || status === 504) return { kind: 'unanswered', reason: `46elks ${status}` }
  const isTheMessage = [400, 413, 422].includes(status)
  return { kind: isTheMessage ? 'permanent' : 'temporary', reason: `46elks ${status}` }
}
