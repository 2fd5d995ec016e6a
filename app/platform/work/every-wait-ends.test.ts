import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calledOffAfter, inTime, TooLate } from '../time-limit'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('inTime() passes a result or rejection on and clears its timer', async () => {
  expect(await inTime(Promise.resolve('yes'), 1_000)).toBe('yes')
  await expect(inTime(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('inTime() rejects after the time-out and handles a later rejection', async () => {
  const held = Promise.withResolvers<string>()
  const given = inTime(held.promise, 1_000).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  const late = await given
  expect(late).toBeInstanceOf(TooLate)
  expect((late as Error).message).toBe('nothing came in 1000 ms')
  // The late rejection must be handled: an unhandled one would end the process, and this test with it.
  held.reject(new Error('too late to matter'))
  await vi.advanceTimersByTimeAsync(1)
})

test('calledOffAfter() aborts also where AbortSignal.timeout is missing', async () => {
  const own = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout') as PropertyDescriptor
  try {
    Reflect.deleteProperty(AbortSignal, 'timeout')
    const signal = calledOffAfter(2_000)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signal.aborted).toBe(true)
  } finally {
    Object.defineProperty(AbortSignal, 'timeout', own)
  }
  const limit = vi.spyOn(AbortSignal, 'timeout')
  expect(calledOffAfter(2_000).aborted).toBe(false)
  expect(limit).toHaveBeenCalledExactlyOnceWith(2_000)
  limit.mockRestore()
})
