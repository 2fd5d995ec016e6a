import { drop, formOf, readKept } from './kept-stops'

/** Posts one stop of a shift; a redirect is not followed, since it leads to where one is let in. */
export type Post = (shiftId: string, form: FormData) => Promise<Pick<Response, 'type' | 'status' | 'ok' | 'json'>>

/** `wait`: there is no line, or a server that is down. `stranger`: the guard has to open their link again. */
type Why = 'wait' | 'stranger' | null
export type Sending = { sent: number; stays: Why; refusal: string }

/** Shifts whose stops are on their way: a page and its frame may begin at once. */
const underWay = new Set<string>()

/**
 * Sends what is kept for a shift, in the order it was made; what has been taken is let go. What the server says no to is too,
 * by a page that can say so: elsewhere it is left for the shift's own.
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
    // A server that is down is asked again; one that says no is not.
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
