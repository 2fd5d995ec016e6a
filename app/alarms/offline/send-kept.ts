import { calledOffAfter } from '~/platform/time-limit'
import { dropKept, type KeptAlarm, readKept } from './kept/kept-alarms'
import { sortKept } from './kept/kept-order'

/** What became of one try. Only 'sent' means that the server has the alarm on disk. */
export type Sending =
  | { kind: 'sent'; partners: number }
  /** An expected no, such as an empty message: trying again gives the same. */
  | { kind: 'refused'; title: string; message: string }
  /** Nobody is logged in, or somebody else than whoever wrote it. */
  | { kind: 'not them' }
  | { kind: 'no answer'; because: 'no line' | 'the server' }

export const SEND_ADDRESS = '/dashboard/customer/safety/send'

/** A line that is this slow is tried anew; the key makes the two tries one alarm. */
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
      // The login page would answer 200 to a browser that followed there.
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
 * Anything but our own words with our own key is no answer. Whoever says that it cannot is a server of ours, in whatever form it says so (the page while
 * the database is away, a balancer's own); a page that says 200 in other words is a hotel's that wants a login, and 511 is one that says what it is.
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
 * Sends what this member has kept a short while ago, oldest first. What was answered is let go; the rest waits. What the store does not
 * let go in time was sent all the same: its key makes another try the same alarm, and the next one does not wait for it.
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
 * Seconds between tries: soon at first, and never longer apart than a frightened person bears. A server that says no at once is asked
 * more often than a line that is not there: the database has another primary after some twenty seconds, and no alarm should wait for a third of that again.
 */
export function pauseBefore(tries: number, because: 'no line' | 'the server'): number {
  const pause = [1, 2, 3, 5, 8][tries] ?? 10
  return because === 'the server' ? Math.min(pause, 3) : pause
}
