import { expect, test } from 'vitest'
import { hashTurns, TooBusy } from './hash-turns.server'

/** Jobs that stay pending until the test ends each by hand. */
function works() {
  const ends: (() => void)[] = []
  let most = 0
  let running = 0
  return {
    ends,
    most: () => most,
    async work() {
      most = Math.max(most, ++running)
      await new Promise<void>((end) => ends.push(end))
      running--
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('never runs more jobs at once than the limit, and runs all of them', async () => {
  const inTurn = hashTurns({ atOnce: 2, mostWaiting: 100, patienceMs: 10_000 })
  const { work, ends, most } = works()
  const all = Promise.all(Array.from({ length: 50 }, () => inTurn(work)))
  for (let done = 0; done < 50; done++) {
    await settled()
    ends.shift()?.()
  }
  await all
  expect(most()).toBe(2)
})

test('throws TooBusy when the queue is full or the wait is too long', async () => {
  const inTurn = hashTurns({ atOnce: 1, mostWaiting: 1, patienceMs: 10 })
  const { work, ends } = works()
  const first = inTurn(work)
  const second = inTurn(work)
  await expect(inTurn(work)).rejects.toThrow(TooBusy)
  await expect(second).rejects.toThrow(TooBusy)
  ends.shift()?.()
  await first
  // After a waiter timed out, its place in the queue is free again.
  const later = inTurn(work)
  await settled()
  ends.shift()?.()
  await later
})

test('throws TooBusy at once when the queue is full, not after the time-out', async () => {
  const inTurn = hashTurns({ atOnce: 1, mostWaiting: 1, patienceMs: 600_000 })
  const { work, ends } = works()
  const both = [inTurn(work), inTurn(work)]
  await expect(inTurn(work)).rejects.toThrow(TooBusy)
  for (const one of both) {
    await settled()
    ends.shift()?.()
    await one
  }
})

test('a job that fails frees its place', async () => {
  const inTurn = hashTurns({ atOnce: 1, mostWaiting: 1, patienceMs: 10 })
  await expect(inTurn(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await inTurn(async () => 'fine')).toBe('fine')
})
