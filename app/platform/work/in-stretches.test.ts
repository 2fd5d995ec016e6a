import { expect, test } from 'vitest'
import { inStretches } from './in-stretches'

test('other work of the process gets its turn between short stretches, also with several computations at once', async () => {
  let since = 0
  let most = 0
  let turns = 0
  let isOver = false
  const look = () => {
    most = Math.max(most, since)
    since = 0
    turns++
    if (!isOver) setImmediate(look)
  }
  /** A hundred steps of at least a millisecond. */
  function* work(name: string): Generator<void, string> {
    for (let step = 0; step < 100; step++) {
      const until = performance.now() + 1
      while (performance.now() < until);
      since++
      yield
    }
    return name
  }
  setImmediate(look)
  const all = await Promise.all(['one', 'two', 'three', 'four'].map((name) => inStretches(work(name))))
  isOver = true
  expect(all).toEqual(['one', 'two', 'three', 'four'])
  // A stretch has ten such steps, and of two looks the later can come after two stretches. At once it would be 400.
  expect(most).toBeLessThan(30)
  expect(turns).toBeGreaterThan(15)
})

test('a fault of the work is thrown to the caller, and other work goes on', async () => {
  function* work(fault?: Error): Generator<void, string> {
    yield
    if (fault) throw fault
    return 'whole'
  }
  const both = await Promise.allSettled([inStretches(work(new Error('broken'))), inStretches(work())])
  expect(both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'whole' }])
})
