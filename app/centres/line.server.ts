import { setTimeout as pause } from 'node:timers/promises'

/** How long a caller waits for its turn. After that it gives up and is retried later. */
const longestWaitMs = 10_000
const lookEveryMs = 100
const longestLookMs = 2_000

/** The queue of exchanges with a centre in this process. Other processes are kept out by the lease in the row. */
type Turn = { last: Promise<unknown>; silentAt: number }
const turns = new Map<string, Turn>()

export type Spoken<Value> = { kind: 'spoken'; value: Value } | { kind: 'not spoken'; reason: string }

/**
 * Serialises the exchanges with a centre in this process. A caller that waited behind a time-out does not try as well:
 * it is retried later, so that a hanging centre costs one time-out and not one for each alarm.
 */
export async function inTurn<Value>(
  companyId: string,
  speak: () => Promise<Value>,
  wasSilence: (value: Value) => boolean,
): Promise<Spoken<Value>> {
  const turn = turns.get(companyId) ?? { last: Promise.resolve(), silentAt: Number.NEGATIVE_INFINITY }
  turns.set(companyId, turn)
  const asked = performance.now()
  const own = turn.last.then(async (): Promise<Spoken<Value>> => {
    if (turn.silentAt >= asked) return { kind: 'not spoken', reason: 'no answer in time' }
    if (performance.now() - asked > longestWaitMs) return { kind: 'not spoken', reason: 'busy' }
    const value = await speak()
    if (wasSilence(value)) turn.silentAt = performance.now()
    return { kind: 'spoken', value }
  })
  const settled = own.catch(() => {})
  turn.last = settled
  try {
    return await own
  } finally {
    if (turn.last === settled) turns.delete(companyId)
  }
}

/** Polls for a line while another process holds its lease, for at most two seconds. */
export async function waitForLine<Line>(take: () => Promise<Line | null>): Promise<Line | null> {
  const began = performance.now()
  for (;;) {
    const line = await take()
    if (line !== null || performance.now() - began > longestLookMs) return line
    await pause(lookEveryMs)
  }
}
