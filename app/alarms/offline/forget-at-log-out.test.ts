import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAtLogOut } from './forget-at-log-out'

/** A stand-in for a form: its action, and whether it was submitted by the browser. */
class PostForm extends EventTarget {
  submit = vi.fn()
  action: string
  constructor(to = '/logout') {
    super()
    this.action = to
  }
  getAttribute = () => this.action
}

const page = {
  document: new EventTarget(),
  location: { assign: vi.fn() },
  fetch: vi.fn(),
  left: new Map<string, string>(),
}
const answer = (type: string) => () => Promise.resolve({ type })
const never = () => new Promise(() => {})

/** Submits the form. False when the page called `preventDefault`. */
function press(form: PostForm) {
  const event = new Event('submit', { cancelable: true })
  Object.defineProperty(event, 'target', { value: form })
  return page.document.dispatchEvent(event)
}

beforeEach(() => {
  vi.useFakeTimers()
  page.document = new EventTarget()
  page.location.assign.mockClear()
  page.fetch.mockReset()
  page.left = new Map([
    ['alarm-draft:siv', 'Någon står'],
    ['other', 'stays'],
  ])
  vi.stubGlobal('document', page.document)
  vi.stubGlobal('location', page.location)
  vi.stubGlobal('fetch', page.fetch)
  vi.stubGlobal('HTMLFormElement', PostForm)
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      { removeItem: (name: string) => void page.left.delete(name) },
      {
        ownKeys: () => [...page.left.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  )
  forgetAtLogOut()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('logging out deletes alarm drafts and leads to the start page', async () => {
  page.fetch.mockImplementation(answer('opaqueredirect'))
  const form = new PostForm()
  expect(press(form)).toBe(false)
  await vi.runAllTimersAsync()
  expect(page.fetch.mock.calls).toEqual([
    ['/logout', { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }],
  ])
  expect([...page.left.keys()]).toEqual(['other'])
  expect(page.location.assign.mock.calls).toEqual([['/']])
  expect(form.submit).not.toHaveBeenCalled()
})

test('logging out works although the browser’s store does not answer', async () => {
  page.fetch.mockImplementation(answer('opaqueredirect'))
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  press(new PostForm())
  await vi.runAllTimersAsync()
  expect(page.location.assign.mock.calls).toEqual([['/']])
})

test.each([
  ['an answer without a redirect', answer('basic')],
  ['a network error', () => Promise.reject(new TypeError('no line'))],
  ['no answer from the server', never],
])('after %s the form is submitted by the browser, and the drafts stay', async (_, asked) => {
  page.fetch.mockImplementation(asked)
  const form = new PostForm()
  expect(press(form)).toBe(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(form.submit).toHaveBeenCalledTimes(1)
  expect(page.location.assign).not.toHaveBeenCalled()
  expect(page.left.has('alarm-draft:siv')).toBe(true)
})

test('other forms, and a submit that is already handled, are left alone', () => {
  expect(press(new PostForm('/auth'))).toBe(true)
  const taken = new Event('submit', { cancelable: true })
  taken.preventDefault()
  Object.defineProperty(taken, 'target', { value: new PostForm() })
  page.document.dispatchEvent(taken)
  expect(page.fetch).not.toHaveBeenCalled()
})
