import { dropKept, type KeptAlarm, readKept } from './kept-alarms'
import { sortKept } from './kept-order'

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
  let body: unknown
  try {
    answer = await fetch(SEND_ADDRESS, {
      method: 'POST',
      body: form,
      // The login page would answer 200 to a browser that followed there.
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWait),
    })
    if (answer.type === 'opaqueredirect' || answer.status === 401 || answer.status === 409) return { kind: 'not them' }
    body = await answer.json()
  } catch {
    return { kind: 'no answer', because: 'no line' }
  }
  return readAnswer(alarm.key, answer.status, body)
}

/** Anything but our own words with our own key is no answer: a hotel's login page says 200 too. */
export function readAnswer(key: string, status: number, body: unknown): Sending {
  if (typeof body === 'object' && body !== null) {
    if (status === 200 && 'sent' in body && body.sent === key && 'partners' in body) {
      return { kind: 'sent', partners: Number(body.partners) }
    }
    if (status === 422 && 'title' in body && 'message' in body) {
      return { kind: 'refused', title: String(body.title), message: String(body.message) }
    }
  }
  return { kind: 'no answer', because: 'the server' }
}

/** Sends what this member has kept a short while ago, oldest first. What was answered is let go; the rest waits. */
export async function sendEveryKept(
  memberId: string | null,
): Promise<{ key: string; isTest: boolean; sending: Sending }[]> {
  const outcomes = []
  for (const alarm of sortKept(await readKept(), memberId, Date.now()).toSend) {
    const sending = await sendAlarm(alarm)
    if (sending.kind === 'sent' || sending.kind === 'refused') await dropKept(alarm.key)
    outcomes.push({ key: alarm.key, isTest: alarm.isTest, sending })
  }
  return outcomes
}

/** Seconds between tries: soon at first, and never longer apart than a frightened person bears. */
export function pauseBefore(tries: number): number {
  return [1, 2, 3, 5, 8][tries] ?? 10
}
