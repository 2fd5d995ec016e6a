import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Breath, openBreath } from './breath'

const look = vi.fn()
let breath: Breath
beforeEach(() => {
  vi.useFakeTimers()
  look.mockClear()
  breath = openBreath(15, look)
})
afterEach(() => {
  vi.useRealTimers()
})

test('a single request looks at once, and requests within the interval share the next look', () => {
  breath.look()
  expect(look).toHaveBeenCalledTimes(1)
  breath.look()
  breath.look()
  vi.advanceTimersByTime(14)
  expect(look).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(look).toHaveBeenCalledTimes(2)
  // That look started a new interval.
  breath.look()
  vi.advanceTimersByTime(14)
  expect(look).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  expect(look).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(100)
  expect(look).toHaveBeenCalledTimes(3)
})

test('hold is exclusive, causes no look by itself, and looks at its end if a request came meanwhile', () => {
  expect([breath.hold(), breath.hold()]).toEqual([true, false])
  breath.end()
  expect([look.mock.calls.length, breath.hold()]).toEqual([0, true])
  breath.look()
  breath.end()
  expect([look.mock.calls.length, breath.hold()]).toEqual([1, false])
  vi.advanceTimersByTime(15)
  expect([look.mock.calls.length, breath.hold()]).toEqual([1, true])
})

test('the timer of an interval that ended early does not end the next one', () => {
  breath.hold()
  vi.advanceTimersByTime(10)
  breath.end()
  breath.hold()
  breath.look()
  vi.advanceTimersByTime(14)
  expect(look).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(look).toHaveBeenCalledTimes(1)
})

test('stop cancels the pending look and leaves no timer', () => {
  breath.look()
  breath.look()
  breath.stop()
  // No timer is left that would keep a stopping process alive.
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(100)
  expect(look).toHaveBeenCalledTimes(1)
})
