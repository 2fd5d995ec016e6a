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

test('never more at once than there are places, however many come, and everybody’s turn comes', async () => {
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

test('who is one too many, or has waited too long, is told to come back', async () => {
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

test('where as many wait as may, the next is told at once and not when its patience is over', async () => {
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

test('work that fails gives its place back', async () => {
  const inTurn = hashTurns({ atOnce: 1, mostWaiting: 1, patienceMs: 10 })
  await expect(inTurn(() => Promise.reject(new Error('x')))).rejects.toThrow('x')
  expect(await inTurn(async () => 'fine')).toBe('fine')
})
