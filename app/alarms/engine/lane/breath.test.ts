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

test('what comes alone is looked for at once, and what comes within a breath shares the next look', () => {
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

test('one is held at a time, without a look, and looks when it ends if anything has come', () => {
  expect([breath.hold(), breath.hold()]).toEqual([true, false])
  breath.end()
  expect([look.mock.calls.length, breath.hold()]).toEqual([0, true])
  breath.look()
  breath.end()
  expect([look.mock.calls.length, breath.hold()]).toEqual([1, false])
  vi.advanceTimersByTime(15)
  expect([look.mock.calls.length, breath.hold()]).toEqual([1, true])
})

test('one that ended early does not end the next by its own time', () => {
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

test('what is stopped looks for nothing of what has come', () => {
  breath.look()
  breath.look()
  breath.stop()
  // No timer is left that would keep a stopping process alive.
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(100)
  expect(look).toHaveBeenCalledTimes(1)
})
