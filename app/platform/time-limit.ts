/** What it was waited for in vain. */
export class TooLate extends Error {
  constructor(ms: number) {
    super(`nothing came in ${ms} ms`)
    this.name = 'TooLate'
  }
}

/** The answer, or TooLate: every wait ends. What was asked goes on by itself, and what becomes of it is nobody's. */
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

/** A fetch with it ends after so long. Safari before 16 and Chrome before 103 have no `AbortSignal.timeout`, and send alarms too. */
export function calledOffAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms)
  const limit = new AbortController()
  setTimeout(() => limit.abort(), ms)
  return limit.signal
}
