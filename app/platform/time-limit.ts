/** The wait timed out. */
export class TooLate extends Error {
  constructor(ms: number) {
    super(`nothing came in ${ms} ms`)
    this.name = 'TooLate'
  }
}

/**
 * Waits for a promise with a timeout, and rejects with TooLate. The underlying work is not cancelled; its result is
 * ignored.
 */
export async function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new TooLate(ms)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A signal that aborts after `ms`. Safari before 16 and Chrome before 103, which also send alarms, lack
 * `AbortSignal.timeout`.
 */
export function calledOffAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms)
  const limit = new AbortController()
  setTimeout(() => limit.abort(), ms)
  return limit.signal
}
