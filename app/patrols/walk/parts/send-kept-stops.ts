import { drop, formOf, readKept } from './kept-stops'

/** Posts one stop of a shift. A redirect is not followed, since it leads to the sign-in page. */
export type Post = (shiftId: string, form: FormData) => Promise<Pick<Response, 'type' | 'status' | 'ok' | 'json'>>

/** `wait`: offline, or the server is down. `stranger`: the guard must open their link again. */
type Why = 'wait' | 'stranger' | null
export type Sending = { sent: number; stays: Why; refusal: string }

/** Shifts whose stops are being sent: a page and its layout may start at the same time. */
const underWay = new Set<string>()

/**
 * Sends a shift's waiting stops in order and drops those accepted. A refused stop is dropped only by a page that can
 * show the refusal (`tells`); otherwise it stays for the shift's own page.
 */
export async function sendKept(
  storage: Storage,
  shiftId: string,
  post: Post,
  { now, tells }: { now: number; tells: boolean },
): Promise<Sending> {
  if (underWay.has(shiftId)) return { sent: 0, stays: 'wait', refusal: '' }
  underWay.add(shiftId)
  try {
    return await sendEach(storage, shiftId, post, { now, tells })
  } finally {
    underWay.delete(shiftId)
  }
}

async function sendEach(
  storage: Storage,
  shiftId: string,
  post: Post,
  { now, tells }: { now: number; tells: boolean },
): Promise<Sending> {
  let [sent, refusal] = [0, '']
  for (const stop of readKept(storage, shiftId)) {
    const answer = await post(shiftId, formOf(stop, now)).catch(() => null)
    // A server error is retried; a refusal is not.
    if (answer === null || answer.status >= 500) return { sent, stays: 'wait', refusal }
    if (answer.type === 'opaqueredirect') return { sent, stays: 'stranger', refusal }
    if (answer.ok) sent++
    else if (tells) refusal = await refusalOf(answer)
    if (answer.ok || tells) drop(storage, shiftId, stop.key)
  }
  return { sent, stays: null, refusal }
}

async function refusalOf(answer: Pick<Response, 'json'>): Promise<string> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
  return message || 'Stoppet sparades inte.'
}
