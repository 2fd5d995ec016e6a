import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leaveAfter } from './leave-after'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An event target is all of the element that this code uses. */
const element = () => new EventTarget() as HTMLElement
const tell = (target: HTMLElement, ...names: string[]) => {
  for (const name of names) target.dispatchEvent(new Event(name))
}

test('calls back when the time is over', () => {
  const done = vi.fn()
  leaveAfter(element(), 5000, done)
  vi.advanceTimersByTime(4999)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledTimes(1)
})

test('stops the clock while the element is pointed at or has the focus', () => {
  const done = vi.fn()
  const notice = element()
  leaveAfter(notice, 5000, done)
  vi.advanceTimersByTime(3000)
  tell(notice, 'pointermove', 'focusin')
  vi.advanceTimersByTime(60_000)
  tell(notice, 'pointerleave')
  vi.advanceTimersByTime(1999)
  expect(done).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(done).toHaveBeenCalledTimes(1)
})

test('a pointer that does not move does not stop the clock', () => {
  const done = vi.fn()
  const notice = element()
  leaveAfter(notice, 5000, done)
  tell(notice, 'pointerenter')
  vi.advanceTimersByTime(5000)
  expect(done).toHaveBeenCalledTimes(1)
})

test('once stopped, it neither calls back nor listens', () => {
  const done = vi.fn()
  const notice = element()
  leaveAfter(notice, 5000, done)()
  tell(notice, 'pointermove', 'pointerleave')
  vi.advanceTimersByTime(10_000)
  expect(done).not.toHaveBeenCalled()
})
