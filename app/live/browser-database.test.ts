import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TooLate } from '~/platform/time-limit'
import { browserDatabase, untilAnswered } from './browser-database'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const inStore = browserDatabase('prov', () => {})
const read = () => inStore<string>('marks', 'readonly', (store) => store.get('x'))

type Asked = { result?: unknown; onsuccess?: () => void }

/** A fake IndexedDB, which opens and answers when the test says so. */
function browser() {
  const opening: Asked = {}
  const transaction: { oncomplete?: () => void } = {}
  const closed: string[] = []
  const objectStore = () => ({ get: () => ({ result: 'kept' }) })
  const database = {
    transaction: () => Object.assign(transaction, { objectStore }),
    close: () => void closed.push('closed'),
  }
  const open = vi.fn(() => Object.assign(opening, { result: database }))
  vi.stubGlobal('indexedDB', { open })
  return { open, opens: () => opening.onsuccess?.(), answers: () => transaction.oncomplete?.(), closed }
}

test('returns the result when the transaction is complete, and closes the database', async () => {
  const { opens, answers, closed } = browser()
  const given = read()
  opens()
  await vi.advanceTimersByTimeAsync(0)
  answers()
  expect(await given).toBe('kept')
  expect(closed).toEqual(['closed'])
})

test('opens the version that browsers have: another would create its stores once more, which fails', async () => {
  const { open } = browser()
  read().catch(() => {})
  expect(open.mock.calls).toEqual([['prov', 1]])
})

test.each(['it never opens', 'it never answers'])(
  'times out when %s, and closes the database later',
  async (silent) => {
    const { opens, answers, closed } = browser()
    const given = expect(read()).rejects.toThrow(TooLate)
    if (silent === 'it never answers') opens()
    await vi.advanceTimersByTimeAsync(2_000)
    await given
    // The store opens only after the timeout. It is closed all the same.
    opens()
    await vi.advanceTimersByTimeAsync(0)
    answers()
    await vi.advanceTimersByTimeAsync(0)
    expect(closed).toEqual(['closed'])
  },
)

test('untilAnswered reads again with pauses until the store answers', async () => {
  const tries: number[] = []
  const began = Date.now()
  const given = untilAnswered(
    async () => {
      tries.push(Date.now() - began)
      if (tries.length < 4) throw new TooLate(2_000)
      return 'kept'
    },
    () => false,
  )
  await vi.runAllTimersAsync()
  expect(await given).toBe('kept')
  expect(tries).toEqual([0, 3_000, 6_000, 9_000])
})

test('untilAnswered gives up on a store that says no, however often it was silent before', async () => {
  const barred = new DOMException('barred here', 'SecurityError')
  const answers = [...Array.from({ length: 9 }, () => new TooLate(2_000)), ...Array.from({ length: 9 }, () => barred)]
  const read = vi.fn(async () => {
    throw answers.shift()
  })
  const given = untilAnswered(read, () => false)
  await vi.runAllTimersAsync()
  expect(await given).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(9 + 4)
})

test('untilAnswered reads no more once it is over', async () => {
  let isOver = false
  const read = vi.fn().mockRejectedValue(new TooLate(2_000))
  const given = untilAnswered(read, () => isOver)
  await vi.advanceTimersByTimeAsync(3_000)
  isOver = true
  await vi.runAllTimersAsync()
  expect(await given).toBeUndefined()
  expect(read).toHaveBeenCalledTimes(2)
})
