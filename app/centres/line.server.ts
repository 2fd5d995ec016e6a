import { setTimeout as pause } from 'node:timers/promises'

/** How long somebody waits for a line before it is better to come again. */
const longestWaitMs = 10_000
const lookEveryMs = 100
const longestLookMs = 2_000

/** Who speaks with a centre just now and who waits for it, in this process; another process is seen by the row. */
type Turn = { last: Promise<unknown>; silentAt: number }
const turns = new Map<string, Turn>()

export type Spoken<Value> = { kind: 'spoken'; value: Value } | { kind: 'not spoken'; reason: string }

/**
 * One line to a centre at a time. Whoever waits behind one that was silent does not find out the same for themselves: they
 * come again later, so that a centre that hangs costs one exchange and not one for each alarm.
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

/** What another process has for a moment. */
export async function waitForLine<Line>(take: () => Promise<Line | null>): Promise<Line | null> {
  const began = performance.now()
  for (;;) {
    const line = await take()
    if (line !== null || performance.now() - began > longestLookMs) return line
    await pause(lookEveryMs)
  }
}
