import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followBell, hearUnread, unreadShown } from './hear-unread'

const answer = vi.fn()
let hear: (about: string) => Promise<unknown> = async () => {}
const stopped = vi.fn()
const listen = (given: (about: string) => unknown) => {
  hear = async (about) => given(about)
  return stopped
}
const say = (unread: number, given: object = {}) =>
  answer.mockResolvedValue({ ok: true, redirected: false, json: async () => ({ unread }), ...given })

beforeEach(() => {
  answer.mockReset()
  stopped.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('fetches the unread count on the events that may change it, and on no others', async () => {
  const told: number[] = []
  hearUnread(listen, (unread) => told.push(unread))
  const patience = vi.spyOn(AbortSignal, 'timeout')
  say(3)
  for (const about of ['work', 'notices', 'everything', 'messages']) await hear(about)
  expect(told).toEqual([3, 3])
  expect(patience.mock.calls).toEqual([[5_000], [5_000]])
  patience.mockRestore()
  expect(answer.mock.calls).toEqual(Array(2).fill(['/dashboard/notices/unread', { signal: expect.any(AbortSignal) }]))
})

test.each<[string, () => unknown]>([
  ['a server error', () => say(5, { ok: false })],
  ['an expired login', () => say(5, { redirected: true })],
  ['a lost connection', () => answer.mockRejectedValue(new TypeError('no line'))],
  ['an invalid answer', () => say(5, { json: async () => Promise.reject(new SyntaxError('no JSON')) })],
])('keeps the shown count after %s', async (_, fall) => {
  const tell = vi.fn()
  hearUnread(listen, tell)
  fall()
  await hear('notices')
  expect(tell).not.toHaveBeenCalled()
})

test('once stopped, it ignores events and late responses', async () => {
  const tell = vi.fn()
  const stop = hearUnread(listen, tell)
  let late = (_: unknown) => {}
  answer.mockReturnValue(new Promise((resolve) => (late = resolve)))
  const hearing = hear('notices')
  stop()
  late({ ok: true, redirected: false, json: async () => ({ unread: 1 }) })
  await hearing
  expect([tell.mock.calls, stopped.mock.calls.length]).toEqual([[], 1])
})

test('the bell shows the unread count, and hides it at zero', async () => {
  const mark = { hidden: true, firstChild: { nodeValue: '0' } }
  const find = vi.fn(() => mark as typeof mark | null)
  vi.stubGlobal('document', { querySelector: find })
  followBell(listen)
  expect(find.mock.calls).toEqual([['[data-unread]']])
  say(120)
  await hear('notices')
  expect(mark).toEqual({ hidden: false, firstChild: { nodeValue: '99+' } })
  say(0)
  await hear('notices')
  expect(mark.hidden).toBe(true)
  // A badge without a text node is still shown, and a page without a bell polls nothing.
  Object.assign(mark, { firstChild: null })
  say(1)
  await hear('notices')
  expect(mark.hidden).toBe(false)
  find.mockReturnValue(null)
  hear = async () => {}
  followBell(listen)
  answer.mockReset()
  await hear('notices')
  expect(answer).not.toHaveBeenCalled()
})

test.each([
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('an unread count of %d is shown as %s', (unread, shown) => {
  expect(unreadShown(unread)).toBe(shown)
})
