import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBusy, makeIdle } from '~/ui/improve/sending'
import { askForKey, canUsePasskeys, offersInField, showKey } from './passkey-browser'
import { offerPasskeys } from './passkey-log-in'

vi.mock('./passkey-browser')
vi.mock('~/ui/improve/sending')

const options = {
  challenge: 'c',
  rpId: 'kvartera.test',
  timeout: 1,
  userVerification: 'required' as const,
  allowCredentials: [],
}
const button = { ariaBusy: null as string | null }
const said = { textContent: '' }
const answer = { value: '' }
type Missing = 'form' | 'button' | '[role=status]'

/** The hidden form of the page, optionally without one of its parts. */
function aPage(missing?: Missing) {
  const parts = new Map<string, unknown>([
    ['button', button],
    ['[role=status]', said],
    ['[name=passkey]', answer],
  ])
  if (missing) parts.delete(missing)
  const querySelector = (name: string) => parts.get(name) ?? null
  const form = Object.assign(new EventTarget(), { hidden: true, submit: vi.fn(), querySelector })
  vi.stubGlobal('document', { querySelector: () => (missing === 'form' ? null : form) })
  return form
}
/** Returns whether the native submission was prevented. */
async function press(form: EventTarget) {
  const event = new Event('submit', { cancelable: true })
  form.dispatchEvent(event)
  await settled()
  return event.defaultPrevented
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
/** The calls of `showKey`: whether each one's abort signal has fired, or that the button made it (no signal). */
const shown = () => vi.mocked(showKey).mock.calls.map(([, how]) => how?.signal?.aborted ?? 'by the button')
const later = new AbortController()
const times: number[] = []

beforeEach(() => {
  vi.resetAllMocks()
  times.length = 0
  Object.assign(button, { ariaBusy: null })
  said.textContent = answer.value = ''
  vi.mocked(canUsePasskeys).mockReturnValue(true)
  vi.mocked(offersInField).mockResolvedValue(false)
  vi.mocked(askForKey).mockResolvedValue(options)
  vi.mocked(showKey).mockResolvedValue('the answer')
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    times.push(ms)
    return later.signal
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each<[string, Missing | undefined, boolean]>([
  ['there is no form', 'form', true],
  ['the form has no button', 'button', true],
  ['the form has no status element', '[role=status]', true],
  ['the browser does not support passkeys', undefined, false],
])('when %s, the form stays hidden and no challenge is requested', async (_, missing, can) => {
  vi.mocked(canUsePasskeys).mockReturnValue(can)
  vi.mocked(offersInField).mockResolvedValue(true)
  const form = aPage(missing)
  offerPasskeys()
  await settled()
  expect([form.hidden, await press(form), vi.mocked(askForKey).mock.calls]).toEqual([true, false, []])
})

test('pressing the button asks for a key and submits the answer once, also when pressed twice', async () => {
  const form = aPage()
  offerPasskeys()
  await settled()
  // This browser offers no passkeys in the field, so no options are fetched before the press.
  expect([form.hidden, vi.mocked(askForKey).mock.calls]).toEqual([false, []])
  expect(await press(form)).toBe(true)
  expect(vi.mocked(makeBusy).mock.calls).toEqual([[button]])
  expect([vi.mocked(askForKey).mock.calls, shown()]).toEqual([[['log-in']], ['by the button']])
  expect([answer.value, form.submit.mock.calls.length, vi.mocked(makeIdle).mock.calls]).toEqual(['the answer', 1, []])
  button.ariaBusy = 'true'
  expect(await press(form)).toBe(true)
  expect([vi.mocked(askForKey).mock.calls.length, form.submit.mock.calls.length]).toEqual([1, 1])
})

test.each([
  ['presents no passkey', options, 1],
  ['gets no challenge', null, 0],
] as const)(
  'a person who %s is told so, may press again, and autofill offers a key again',
  async (_, asked, showings) => {
    const form = aPage()
    offerPasskeys()
    await settled()
    vi.mocked(askForKey).mockResolvedValue(asked)
    vi.mocked(showKey).mockResolvedValue(null)
    vi.mocked(offersInField).mockClear()
    await press(form)
    expect(shown()).toHaveLength(showings)
    expect(vi.mocked(makeIdle).mock.calls).toEqual([[button]])
    expect([said.textContent, form.submit.mock.calls]).toEqual([expect.stringContaining('Ingen passnyckel'), []])
    expect(vi.mocked(offersInField)).toHaveBeenCalledTimes(1)
    // On a second press the message is cleared while the request is in progress.
    vi.mocked(askForKey).mockImplementation(async () => {
      said.textContent = `${said.textContent} while it asks`
      return null
    })
    const words = press(form)
    expect(said.textContent).toBe(' while it asks')
    await words
  },
)

test('a key chosen by autofill is submitted, and no other is asked for', async () => {
  vi.mocked(offersInField).mockResolvedValue(true)
  const form = aPage()
  offerPasskeys()
  await settled()
  expect([answer.value, form.submit.mock.calls.length]).toEqual(['the answer', 1])
  expect(vi.mocked(askForKey).mock.calls).toEqual([['log-in']])
  const [[given, how] = []] = vi.mocked(showKey).mock.calls
  expect([given, how?.mediation, times]).toEqual([options, 'conditional', [9 * 60_000]])
})

test('pressing the button aborts autofill and does not restart it meanwhile', async () => {
  vi.mocked(offersInField).mockResolvedValue(true)
  vi.mocked(showKey).mockReturnValue(new Promise(() => {}))
  const form = aPage()
  offerPasskeys()
  await settled()
  expect(shown()).toEqual([false])
  await press(form)
  expect(shown()).toEqual([true, 'by the button'])
})

test('pressing the button while autofill loads its challenge shows only the button’s request', async () => {
  vi.mocked(offersInField).mockResolvedValue(true)
  let give = (_: typeof options) => {}
  vi.mocked(askForKey).mockReturnValueOnce(new Promise((resolve) => (give = resolve)))
  const form = aPage()
  offerPasskeys()
  await settled()
  await press(form)
  give(options)
  await settled()
  expect(shown()).toEqual(['by the button'])
})

test('autofill restarts after a timeout, but not after the person dismissed it', async () => {
  vi.mocked(offersInField).mockResolvedValue(true)
  const over = AbortSignal.abort()
  vi.mocked(AbortSignal.timeout).mockReturnValueOnce(over)
  vi.mocked(showKey).mockResolvedValue(null)
  const form = aPage()
  offerPasskeys()
  await settled()
  expect([shown(), form.submit.mock.calls]).toEqual([[true, false], []])
})

test('autofill offers nothing when it gets no challenge', async () => {
  vi.mocked(offersInField).mockResolvedValue(true)
  vi.mocked(askForKey).mockResolvedValue(null)
  aPage()
  offerPasskeys()
  await settled()
  expect([vi.mocked(askForKey).mock.calls.length, shown()]).toEqual([1, []])
})
