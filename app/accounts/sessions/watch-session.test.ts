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

test('it looks every thirty seconds, and past what the browser has kept', async () => {
  await pass(29_999)
  expect(looked()).toBe(0)
  await pass(1)
  expect(looked()).toBe(1)
  expect(page.fetch.mock.calls[0]).toEqual(['/session', { cache: 'no-store', signal: expect.any(AbortSignal) }])
  await pass(60_000)
  expect(looked()).toBe(3)
  expect(page.replace).not.toHaveBeenCalled()
})

test('a server that says nothing is waited for ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await pass(30_000)
  expect(timeout.mock.calls).toEqual([[10_000]])
  timeout.mockRestore()
})

test('a session that is over leads to the login and back, and is looked at no more', async () => {
  signedOut()
  await pass(30_000)
  expect(page.replace.mock.calls).toEqual([['/auth?redirectTo=%2Fdashboard%2Fcustomer%3Fsida%3D2&varfor=utloggad']])
  await pass(300_000)
  expect(looked()).toBe(1)
})

test('a page that was made for somebody else is left as soon as it is seen, and looks no more', async () => {
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
  ['whoever it was made for', 'a', { whose: 'a' }],
  ['anybody, where it was made for nobody', undefined, { whose: 'b' }],
])('a page stays as long as the session is that of %s', async (_, madeFor, said) => {
  stop()
  stop = watchSession(madeFor)
  say(said)
  await pass(60_000)
  expect([looked(), page.replace.mock.calls]).toEqual([2, []])
})

test('a page that has a reason to stay is not led away, is told who is logged in instead, and goes on looking', async () => {
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
  ['a line that is down', () => page.fetch.mockRejectedValue(new TypeError('no line'))],
  ['a server that is ill', () => say({ whose: null }, false)],
  ['a server of before, which does not say whose it is', () => say({ signedIn: true })],
  ['an answer of somebody else', () => say({})],
  ['an answer that is none', () => say(null)],
  ['an answer that is a word', () => say('signedIn')],
])(
  '%s signs nobody out, and is asked again after 200 ms, and twice as long each time, to thirty seconds',
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

test('looked away from and at again while the server has not answered, it goes on once and not twice', async () => {
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

test('nobody looks while the page is hidden; shown again it looks at once, and then every thirty seconds', async () => {
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

test('a page that was hidden between two looks does not look', async () => {
  page.document.visibilityState = 'hidden'
  await pass(300_000)
  expect(looked()).toBe(0)
})

test('stopped, it neither looks nor leads away, whatever is answered late', async () => {
  let answer = (_: unknown) => {}
  page.fetch.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await pass(30_000)
  stop()
  answer({ ok: true, json: async () => ({ signedIn: false }) })
  show('visible')
  await pass(300_000)
  expect([looked(), page.replace.mock.calls]).toEqual([1, []])
})

test('stopped before the first look, it never looks', async () => {
  stop()
  await pass(300_000)
  expect(looked()).toBe(0)
})
