import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTurn, waitForLine } from './line.server'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An exchange with a centre that stays open until the test calls `end`. */
function speaking(company: string, wasSilence = false) {
  let end: (value: string) => void = () => {}
  const heard = inTurn(
    company,
    () => new Promise<string>((done) => (end = done)),
    () => wasSilence,
  )
  return { heard, end: () => end('first') }
}

test.each([
  [10_000, { kind: 'spoken', value: 'second' }],
  [10_001, { kind: 'not spoken', reason: 'busy' }],
])('after waiting %i ms for a centre in use, an exchange becomes %o', async (ms, becomes) => {
  const first = speaking('a')
  const second = inTurn(
    'a',
    async () => 'second',
    () => false,
  )
  await vi.advanceTimersByTimeAsync(ms)
  first.end()
  expect(await first.heard).toEqual({ kind: 'spoken', value: 'first' })
  expect(await second).toEqual(becomes)
})

test('exchanges that waited behind a silent centre give up, later ones try, and other centres are unaffected', async () => {
  const first = speaking('a', true)
  const behind = inTurn(
    'a',
    async () => 'behind',
    () => false,
  )
  const beside = inTurn(
    'b',
    async () => 'beside',
    () => false,
  )
  expect(await beside).toEqual({ kind: 'spoken', value: 'beside' })
  await vi.advanceTimersByTimeAsync(5)
  first.end()
  expect(await behind).toEqual({ kind: 'not spoken', reason: 'no answer in time' })
  await vi.advanceTimersByTimeAsync(5)
  expect(
    await inTurn(
      'a',
      async () => 'later',
      () => false,
    ),
  ).toEqual({ kind: 'spoken', value: 'later' })
})

test('a newcomer waits for those already waiting (FIFO)', async () => {
  const [first, second] = [speaking('a'), speaking('a')]
  await vi.advanceTimersByTimeAsync(0)
  first.end()
  await first.heard
  const speak = vi.fn(async () => 'third')
  const third = inTurn('a', speak, () => false)
  await vi.advanceTimersByTimeAsync(0)
  expect(speak).not.toHaveBeenCalled()
  second.end()
  await second.heard
  expect(await third).toEqual({ kind: 'spoken', value: 'third' })
})

test('a failed exchange does not block the next', async () => {
  const broken = inTurn(
    'a',
    () => Promise.reject(new Error('cut')),
    () => false,
  )
  const behind = inTurn(
    'a',
    async () => 'behind',
    () => false,
  )
  await expect(broken).rejects.toThrow('cut')
  expect(await behind).toEqual({ kind: 'spoken', value: 'behind' })
})

test('waitForLine tries again for two seconds until another process’s lease is free', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['performance'] })
  let looks = 0
  // Each attempt takes a second of the fake clock.
  const take = async (freeAt: number) => {
    vi.advanceTimersByTime(1_000)
    return ++looks === freeAt ? 'line' : null
  }
  expect([await waitForLine(() => take(9)), looks]).toEqual([null, 3])
  looks = 0
  expect([await waitForLine(() => take(2)), looks]).toEqual(['line', 2])
})
