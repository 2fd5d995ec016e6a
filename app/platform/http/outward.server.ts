import type { Undelivered } from '../delivery'

/** A request to somebody else's server, given up after a while; silence and a cut line may be better next time. */
export async function ask(url: string, init: RequestInit, patience: number): Promise<Response | Undelivered> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) })
    // Read while the time runs: a server that stops in the middle of its answer has not answered.
    const body = await answer.text()
    return new Response(bodyless.has(answer.status) ? null : body, { status: answer.status, headers: answer.headers })
  } catch (error) {
    return { kind: 'temporary', reason: reasonOf(error) }
  }
}

const bodyless = new Set([204, 205, 304])

export const isAnswer = (asked: Response | Undelivered): asked is Response => asked instanceof Response

/** A word for the outbox: "ECONNREFUSED", "no answer in time". Never the address, which may hold a secret. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return 'no answer in time'
  return cause?.code ?? 'no answer'
}
