import { calledOffAfter } from '~/platform/time-limit'
import { dropKept, type KeptAlarm, readKept } from './kept/kept-alarms'
import { sortKept } from './kept/kept-order'

/** Outcome of one try. Only 'sent' means that the server has stored the alarm. */
export type Sending =
  | { kind: 'sent'; partners: number }
  /** An expected refusal, such as an empty message. A retry would give the same. */
  | { kind: 'refused'; title: string; message: string }
  /** Nobody is logged in, or another person than the alarm's author. */
  | { kind: 'not them' }
  | { kind: 'no answer'; because: 'no line' | 'the server' }

export const SEND_ADDRESS = '/dashboard/customer/safety/send'

/** Timeout of one try. A retry has the same idempotency key, so it is the same alarm. */
export const longestWait = 12_000

export async function sendAlarm(alarm: KeptAlarm, now = Date.now()): Promise<Sending> {
  const form = new FormData()
  form.set('key', alarm.key)
  if (alarm.memberId !== null) form.set('for', alarm.memberId)
  form.set('message', alarm.message)
  form.set('waited', String(Math.max(0, Math.round((now - alarm.writtenAt) / 1000))))
  if (alarm.isTest) form.set('test', 'on')
  for (const [name, said] of Object.entries(alarm.where ?? {})) form.set(name, said)
  if (alarm.position) {
    form.set('latitude', String(alarm.position.latitude))
    form.set('longitude', String(alarm.position.longitude))
    form.set('accuracy', String(Math.round(alarm.position.accuracy)))
  }
  let answer: Response
  try {
    answer = await fetch(SEND_ADDRESS, {
      method: 'POST',
      body: form,
      // Following the redirect to the login page would give a 200.
      redirect: 'manual',
      cache: 'no-store',
      signal: calledOffAfter(longestWait),
    })
    if (answer.type === 'opaqueredirect' || answer.status === 401 || answer.status === 409) return { kind: 'not them' }
    return readAnswer(alarm.key, answer.status, await answer.text())
  } catch {
    return { kind: 'no answer', because: 'no line' }
  }
}

/**
 * Accepts only our own JSON with this alarm's key as an answer. Any 5xx counts as a failing server of ours, whatever
 * its format (database down, load balancer). A 200 with other content is a captive portal's login page, and so is 511,
 * which says so.
 */
export function readAnswer(key: string, status: number, text: string): Sending {
  const body = parsed(text)
  if (typeof body === 'object' && body !== null) {
    if (status === 200 && 'sent' in body && body.sent === key && 'partners' in body) {
      return { kind: 'sent', partners: Number(body.partners) }
    }
    if (status === 422 && 'title' in body && 'message' in body) {
      return { kind: 'refused', title: String(body.title), message: String(body.message) }
    }
  }
  return { kind: 'no answer', because: status >= 500 && status !== 511 ? 'the server' : 'no line' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Sends this member's fresh kept alarms, oldest first, and deletes those that were answered. If the store does not
 * delete one in time, the next is sent without waiting: a resend with the same key is the same alarm.
 */
export async function sendEveryKept(
  memberId: string | null,
): Promise<{ key: string; isTest: boolean; sending: Sending }[]> {
  const outcomes = []
  for (const alarm of sortKept(await readKept(), memberId, Date.now()).toSend) {
    const sending = await sendAlarm(alarm)
    if (sending.kind === 'sent' || sending.kind === 'refused') await dropKept(alarm.key).catch(() => {})
    outcomes.push({ key: alarm.key, isTest: alarm.isTest, sending })
  }
  return outcomes
}

/**
 * Seconds between retries: a back-off that starts short and stays bearable for a frightened person. A failing server is
 * retried more often than a missing line: a database failover takes some twenty seconds, and no alarm should wait much
 * longer than that.
 */
export function pauseBefore(tries: number, because: 'no line' | 'the server'): number {
  const pause = [1, 2, 3, 5, 8][tries] ?? 10
  return because === 'the server' ? Math.min(pause, 3) : pause
}
