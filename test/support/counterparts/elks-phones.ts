import { randomBytes } from 'node:crypto'

/**
 * The phones that the simulated 46elks rings: one answers and presses what a test says, others are engaged, do not
 * answer, or are a voicemail. The provider fetches the next action from the call's callback addresses, as its
 * documentation says.
 */
export type Phone =
  | 'engaged'
  | 'lets it ring'
  | 'voicemail'
  /** Answers and presses these digits, one at each menu; then listens to the end and hangs up. */
  | { presses: readonly string[] }

export type ElksCall = {
  id: string
  from: string
  to: string
  voiceStart: string
  whenHangup: string
  timeout: string
  /** Recordings that were played, by file name. */
  heard: string[]
  /** Every callback that was made, for repeating. */
  callbacks: { url: string; form: Record<string, string> }[]
  /** Statuses that the callbacks answered. */
  statuses: number[]
}

type Action = { ivr?: string; play?: string; next?: string }

export function placedCall(form: URLSearchParams): ElksCall {
  const text = (name: string) => form.get(name) ?? ''
  return {
    id: `c${randomBytes(16).toString('hex')}`,
    from: text('from'),
    to: text('to'),
    voiceStart: text('voice_start'),
    whenHangup: text('whenhangup'),
    timeout: text('timeout'),
    heard: [],
    callbacks: [],
    statuses: [],
  }
}

/** Rings, and makes all callbacks until the call ends. */
export async function ring(call: ElksCall, phone: Phone) {
  if (phone === 'engaged') return end(call, 'busy')
  if (phone === 'lets it ring') return end(call, 'failed')
  let action = await callBack(call, call.voiceStart, {
    direction: 'outgoing',
    callid: call.id,
    from: call.from,
    to: call.to,
  })
  const presses = phone === 'voicemail' ? [] : [...phone.presses]
  while (action) {
    call.heard.push(soundOf(action.ivr ?? action.play ?? ''))
    if (!action.next) break
    const pressed = presses.shift()
    const result: Record<string, string> =
      pressed === undefined ? { result: 'failed', why: 'noinput' } : { result: pressed }
    action = await callBack(call, action.next, { callid: call.id, from: call.from, to: call.to, ...result })
  }
  return end(call, 'success')
}

/** Repeats a callback, as the provider does after an error or for no reason. */
export async function again({
  url,
  form,
}: ElksCall['callbacks'][number]): Promise<{ status: number; heard: string | null }> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const action = answer.status === 200 ? ((await answer.json()) as Action) : null
  return { status: answer.status, heard: action && soundOf(action.ivr ?? action.play ?? '') }
}

const end = (call: ElksCall, state: string) =>
  callBack(call, call.whenHangup, { id: call.id, state, duration: '14', cost: '9500', from: call.from, to: call.to })

async function callBack(call: ElksCall, url: string, form: Record<string, string>): Promise<Action | null> {
  call.callbacks.push({ url, form })
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  call.statuses.push(answer.status)
  return answer.status === 200 ? ((await answer.json()) as Action) : null
}

const soundOf = (address: string) => /\/recordings\/(\w+)\.mp3$/.exec(address)?.[1] ?? address
