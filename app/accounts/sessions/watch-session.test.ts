import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSession } from './watch-session'

const page = {
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  replace: vi.fn(),
  fetch: vi.fn(),
}
const say = (body: unknown, ok = true) => page.fetch.mockResolvedValue({ ok, json: async () => body })
const signedIn = () => say({ whose: 'a' })
const signedOut = () => say({ whose: null })
const looked = () => page.fetch.mock.calls.length
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
function show(state: 'visible' | 'hidden') {
  page.document.visibilityState = state
  page.document.dispatchEvent(new Event('visibilitychange'))
}
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  page.document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  page.replace.mockReset()
  page.fetch.mockReset()
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('location', { pathname: '/dashboard/customer', search: '?sida=2', replace: page.replace })
  vi.stubGlobal('fetch', page.fetch)
  signedIn()
  stop = watchSession()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('checks the session every thirty seconds, past the browser’s cache', async () => {
  await pass(29_999)
  expect(looked()).toBe(0)
  await pass(1)
  expect(looked()).toBe(1)
  expect(page.fetch.mock.calls[0]).toEqual(['/session', { cache: 'no-store', signal: expect.any(AbortSignal) }])
  await pass(60_000)
  expect(looked()).toBe(3)
  expect(page.replace).not.toHaveBeenCalled()
})

test('a request times out after ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await pass(30_000)
  expect(timeout.mock.calls).toEqual([[10_000]])
  timeout.mockRestore()
})

test('redirects to the login when the session is over, and stops checking', async () => {
  signedOut()
  await pass(30_000)
  expect(page.replace.mock.calls).toEqual([['/auth?redirectTo=%2Fdashboard%2Fcustomer%3Fsida%3D2&varfor=utloggad']])
  await pass(300_000)
  expect(looked()).toBe(1)
})

test('redirects as soon as the page is visible when somebody else has logged in, and stops checking', async () => {
  stop()
  stop = watchSession('a')
  show('hidden')
  // Logged out in another tab, where somebody else has logged in: there is a session, but not this person's.
  say({ whose: 'b' })
  await pass(300_000)
  show('visible')
  await pass(0)
  expect(page.replace.mock.calls).toEqual([['/auth?redirectTo=%2Fdashboard%2Fcustomer%3Fsida%3D2&varfor=utloggad']])
  await pass(300_000)
  expect(looked()).toBe(1)
})

test.each<[string, string | undefined, object]>([
  ['the person it was made for', 'a', { whose: 'a' }],
  ['anybody, on a page made for nobody', undefined, { whose: 'b' }],
])('stays on the page as long as the session is that of %s', async (_, madeFor, said) => {
  stop()
  stop = watchSession(madeFor)
  say(said)
  await pass(60_000)
  expect([looked(), page.replace.mock.calls]).toEqual([2, []])
})

test('a page that prevents the redirect stays, hears who is logged in, and goes on checking', async () => {
  stop()
  stop = watchSession('a')
  const heard = vi.fn((event: Event) => {
    event.preventDefault()
    return (event as CustomEvent).detail
  })
  page.document.addEventListener('session-over', heard)
  signedOut()
  await pass(30_000)
  say({ whose: 'b' })
  await pass(30_000)
  expect(heard.mock.results.map(({ value }) => value)).toEqual([null, 'b'])
  expect([looked(), page.replace.mock.calls]).toEqual([2, []])
  page.document.removeEventListener('session-over', heard)
  await pass(30_000)
  expect(page.replace).toHaveBeenCalledOnce()
})

test.each<[string, () => unknown]>([
  ['a network error', () => page.fetch.mockRejectedValue(new TypeError('no line'))],
  ['a server error', () => say({ whose: null }, false)],
  ['an answer of an older server version', () => say({ signedIn: true })],
  ['an empty object as the answer', () => say({})],
  ['null as the answer', () => say(null)],
  ['a string as the answer', () => say('signedIn')],
])(
  'after %s it logs nobody out and retries with exponential back-off from 200 ms to thirty seconds',
  async (_, fall) => {
    fall()
    await pass(30_000)
    expect(looked()).toBe(1)
    for (const [index, ms] of [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000].entries()) {
      await pass(ms - 1)
      expect(looked()).toBe(index + 1)
      await pass(1)
      expect(looked()).toBe(index + 2)
    }
    expect(page.replace).not.toHaveBeenCalled()
    // After a success the polling interval is normal again, and the next failure starts with the short retry delay.
    signedIn()
    await pass(30_000)
    const before = looked()
    fall()
    await pass(30_000)
    await pass(200)
    expect(looked()).toBe(before + 2)
  },
)

test('hiding and showing the page during a request leaves one timer, not two', async () => {
  const answers: ((response: object) => void)[] = []
  page.fetch.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  await pass(30_000)
  show('hidden')
  show('visible')
  expect(looked()).toBe(2)
  signedIn()
  for (const answer of answers) answer({ ok: true, json: async () => ({ whose: 'a' }) })
  await pass(90_000)
  expect(looked()).toBe(5)
})

test('does not check while the page is hidden; checks at once when it is shown, then every thirty seconds', async () => {
  show('hidden')
  await pass(300_000)
  expect(looked()).toBe(0)
  show('visible')
  await pass(0)
  expect(looked()).toBe(1)
  await pass(29_999)
  expect(looked()).toBe(1)
  await pass(1)
  expect(looked()).toBe(2)
  // The page becomes visible while the timer is pending: one poll, and one timer.
  show('visible')
  await pass(30_000)
  expect(looked()).toBe(4)
})

test('does not check when the page was hidden without an event', async () => {
  page.document.visibilityState = 'hidden'
  await pass(300_000)
  expect(looked()).toBe(0)
})

test('neither checks nor redirects after it is stopped, also when an answer comes late', async () => {
  let answer = (_: unknown) => {}
  page.fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await pass(30_000)
  stop()
  answer({ ok: true, json: async () => ({ signedIn: false }) })
  show('visible')
  await pass(300_000)
  expect([looked(), page.replace.mock.calls]).toEqual([1, []])
})

test('never checks when it is stopped before the first check', async () => {
  stop()
  await pass(300_000)
  expect(looked()).toBe(0)
})
