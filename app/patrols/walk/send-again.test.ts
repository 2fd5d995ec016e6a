import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendAgain } from './send-again'
import { retryEveryMs } from './send-from-here'

/* Retries of what waits on a phone for a connection. */

const listeners = new Map<string, () => void>()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => listeners.set(name, hear))
  vi.stubGlobal('removeEventListener', (name: string, hear: () => void) => {
    if (listeners.get(name) === hear) listeners.delete(name)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('sendAgain sends at once, at each interval and when the phone is online again, until it is stopped', () => {
  const send = vi.fn(async () => {})
  const stop = sendAgain(send, 1_000)
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2_000)
  expect(send).toHaveBeenCalledTimes(3)
  listeners.get('online')?.()
  expect(send).toHaveBeenCalledTimes(4)
  stop()
  vi.advanceTimersByTime(5_000)
  expect([send.mock.calls.length, listeners.size]).toEqual([4, 0])
})

test('the retry interval is thirty seconds', () => {
  expect(retryEveryMs).toBe(30_000)
})
