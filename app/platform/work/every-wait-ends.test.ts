import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calledOffAfter, inTime, TooLate } from '../time-limit'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer that comes is the answer, whatever it says, and nothing is waited for after it', async () => {
  expect(await inTime(Promise.resolve('yes'), 1_000)).toBe('yes')
  await expect(inTime(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})

test('one that does not come is given up when its time is over, and what becomes of it is nobody’s', async () => {
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

test('a browser that knows no time limit gives a question up all the same', async () => {
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
