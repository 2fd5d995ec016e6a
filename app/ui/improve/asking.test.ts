import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { happen, type LittleElement, make, openPage } from '../../../test/support/browser/little-page'
import { answerAtOnce } from './answer-at-once'
import { drawAnew, fetchPage } from './draw-anew'
import { sayLoading } from './loading'

const address = 'https://kvartera.test/lista?sida=2'
/** A FormData stub over the fields' values. */
class Fields {
  readonly #form: LittleElement
  constructor(form: LittleElement) {
    this.#form = form
  }
  *[Symbol.iterator]() {
    for (const field of this.#form.querySelectorAll('input')) yield [field.getAttribute('name'), field.value]
  }
}
/** The document parsed from the server's answer. */
let drawn: LittleElement
const answers = (given: object = {}) =>
  vi.fn(async () => ({ ok: true, redirected: false, text: async () => '', ...given }))

const asked = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([where]) => where)

function open(...inside: LittleElement[]) {
  const opened = openPage(address, ...inside)
  vi.stubGlobal('FormData', Fields)
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () =>
        Object.assign(drawn, {
          getElementById: (id: string) => drawn.querySelectorAll('[id]').find((one) => one.id === id) ?? null,
        })
    },
  )
  return opened
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('replaces a part with the server’s current version, unless it contains the focus', async () => {
  const field = make('input')
  const main = make('main', {}, make('p', {}, 'gammalt'), field)
  const { page, location } = open(main)
  drawn = make('html', {}, make('main', {}, make('p', {}, 'nytt')))
  const ask = answers()
  vi.stubGlobal('fetch', ask)
  page.activeElement = field
  await drawAnew('main')
  expect(main.children[0]?.textContent).toBe('gammalt')
  page.activeElement = page.body
  await drawAnew('aside')
  await drawAnew('main')
  expect(main.children.map(({ textContent }) => textContent)).toEqual(['nytt'])
  expect(asked(ask)).toEqual(Array(3).fill(location.href))
  drawn = make('html')
  await drawAnew('main')
  expect(main.children).toHaveLength(1)
})

test.each<[string, ReturnType<typeof vi.fn>]>([
  ['an answer with an error status', answers({ ok: false })],
  ['a redirect', answers({ redirected: true })],
  ['a server that cannot be reached', vi.fn(async () => Promise.reject(new TypeError('no line')))],
])('fetchPage returns null for %s', async (_, ask) => {
  open()
  drawn = make('html')
  vi.stubGlobal('fetch', ask)
  expect(await fetchPage('/x')).toBeNull()
})

function question(type = 'text') {
  const field = make('input', { id: 'hours', name: 'timmar', type, 'data-moves': 'number' })
  const button = make('button')
  const form = make('form', { 'data-at-once': '', action: '/rakna?gammal=1#x' }, field, button)
  const shown = make('output', { id: 'sum', 'data-answer': '' }, '0 kr')
  const late = make('p', { id: 'wrong', 'data-answer': 'when left' }, '')
  const around = make('div', {}, late, make('input', { id: 'other', name: 'annat' }))
  form.append(around)
  drawn = make(
    'html',
    {},
    make('output', { id: 'sum', 'data-answer': '' }, '300 kr'),
    make('p', { id: 'wrong' }, 'Skriv ett tal'),
    make('input', { id: 'hours', 'aria-invalid': 'true' }),
    make('input', { id: 'other', 'aria-describedby': 'wrong' }),
  )
  return { field, button, form, shown, late, other: around.children[1] as LittleElement }
}
/** Dispatches the event on the field; it bubbles to the form. */
function write(field: LittleElement, value: string, name = 'input') {
  field.value = value
  happen(field, name)
}

test('a GET form is answered while typing: its own action is fetched and the marked parts are replaced', async () => {
  const { field, button, form, shown, late, other } = question()
  const { page } = open(form, shown)
  const ask = answers()
  vi.stubGlobal('fetch', ask)
  answerAtOnce()
  expect([button.hidden, asked(ask)]).toEqual([true, []])
  page.activeElement = field
  other.setAttribute('aria-invalid', 'true')
  write(field, '3')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked(ask)).toEqual(['https://kvartera.test/rakna?timmar=3&annat='])
  expect([shown.textContent, late.textContent]).toEqual(['300 kr', 'Skriv ett tal'])
  // The field being typed in shows no error; the other fields are updated.
  expect([
    field.getAttribute('aria-invalid'),
    other.getAttribute('aria-invalid'),
    other.getAttribute('aria-describedby'),
  ]).toEqual([null, null, 'wrong'])
  page.activeElement = other
  late.textContent = ''
  write(other, 'x')
  await vi.advanceTimersByTimeAsync(150)
  expect([field.getAttribute('aria-invalid'), late.textContent]).toEqual(['true', ''])
})

test('debounces input while a request is under way and sends only the last value', async () => {
  const { field, form, shown } = question()
  open(form, shown)
  const ask = answers()
  vi.stubGlobal('fetch', ask)
  answerAtOnce()
  for (const hours of ['1', '12', '123']) write(field, hours)
  await vi.advanceTimersByTimeAsync(149)
  expect(asked(ask)).toEqual(['https://kvartera.test/rakna?timmar=1&annat='])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked(ask)[1]).toBe('https://kvartera.test/rakna?timmar=123&annat=')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ask).toHaveBeenCalledTimes(2)
  write(field, '123', 'change')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(3)
})

test('offline, the shown answer stays and the next input tries again', async () => {
  const { field, form, shown } = question()
  open(form, shown)
  const ask = vi.fn(async () => Promise.reject(new TypeError('no line')))
  vi.stubGlobal('fetch', ask)
  answerAtOnce()
  write(field, '1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown.textContent).toBe('0 kr')
  write(field, '2')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a request that hangs times out, and the last input is then sent', async () => {
  const { field, form, shown } = question()
  open(form, shown)
  const patience = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(patience.signal)
  const ask = vi.fn((_: string, { signal }: { signal: AbortSignal }) =>
    ask.mock.calls.length === 1
      ? new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
      : answers()(),
  )
  vi.stubGlobal('fetch', ask)
  answerAtOnce()
  write(field, '1')
  await vi.advanceTimersByTimeAsync(60_000)
  write(field, '2')
  expect([asked(ask).length, shown.textContent]).toEqual([1, '0 kr'])
  patience.abort()
  await vi.advanceTimersByTimeAsync(150)
  expect([asked(ask)[1], shown.textContent]).toEqual(['https://kvartera.test/rakna?timmar=2&annat=', '300 kr'])
})

test('works in a browser without AbortSignal.timeout', async () => {
  const { field, form, shown } = question()
  open(form, shown)
  vi.stubGlobal('fetch', answers())
  vi.stubGlobal('AbortSignal', {})
  answerAtOnce()
  write(field, '3')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown.textContent).toBe('300 kr')
})

test('a slider updates its number field, and a value chosen before the script loaded is sent at once', async () => {
  const { field, form, shown } = question('range')
  const [number, lone] = [make('input', { id: 'number' }), make('input', { name: 'ensam' })]
  form.append(lone)
  Object.assign(field, { value: '7', defaultValue: '4' })
  open(form, shown, number)
  const ask = answers()
  vi.stubGlobal('fetch', ask)
  Object.assign(drawn.querySelectorAll('input')[0] ?? {}, { value: '6' })
  answerAtOnce()
  expect(number.value).toBe('7')
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  // The slider shows the server's step, and its error even while it is in use.
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['6', 'true'])
  write(field, '9')
  write(lone, 'x')
  expect(number.value).toBe('9')
  await vi.advanceTimersByTimeAsync(1_000)
})

test('a page without such a form sends no request', () => {
  const button = make('button')
  open(make('form', {}, button))
  answerAtOnce()
  expect(button.hidden).toBe(false)
})

function search() {
  const link = (href: string) => make('a', { href })
  const found = make('ul')
  const place = make('div', {}, make('template', { 'data-loading': '' }, make('p', {}, 'Söker...')), found)
  const list = make('section')
  const [next, same, here] = [link('?sida=3'), link('/annan?sida=3'), link('?sida=2')]
  const outside = link('?sida=4')
  const field = make('input', { name: 'q' })
  const form = make('form', { action: '/lista' }, field)
  const main = make('main', {}, make('div', {}, place, list), next, same, here, form)
  const opened = open(main, outside)
  sayLoading()
  const isLoading = () => list.ariaBusy === 'true'
  const back = (persisted: boolean) => opened.window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  return { place, list, next, same, here, outside, field, form, isLoading, back }
}

test('following a link to another result shows the loading message, and going back removes it', () => {
  const { place, list, next, isLoading, back } = search()
  const before = [...place.children]
  happen(next, 'click')
  expect([place.children.map((one) => one.querySelector('p')?.textContent), isLoading()]).toEqual([['Söker...'], true])
  back(false)
  expect(isLoading()).toBe(true)
  back(true)
  expect([place.children, list.ariaBusy]).toEqual([before, 'false'])
})

test.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])('a link opened with %s shows no loading message', (key) => {
  const { next, isLoading } = search()
  happen(next, 'click', { [key]: true })
  expect(isLoading()).toBe(false)
})

test('a link to another page, to the same results or outside the main part shows no loading message', () => {
  const { same, here, outside, isLoading } = search()
  for (const link of [same, here, outside]) happen(link, 'click')
  expect(isLoading()).toBe(false)
})

test('submitting a GET form shows the loading message; a POST form or a prevented submit does not', () => {
  const { form, field, isLoading } = search()
  form.setAttribute('method', 'post')
  happen(form, 'submit')
  form.setAttribute('method', 'get')
  happen(field, 'submit')
  const taken = new Event('submit', { cancelable: true })
  Object.defineProperty(taken, 'target', { value: form })
  taken.preventDefault()
  document.dispatchEvent(taken)
  expect(isLoading()).toBe(false)
  field.value = 'siv'
  happen(form, 'submit')
  expect(isLoading()).toBe(true)
})

test('a page without a place for the loading message shows none', () => {
  const link = make('a', { href: '?sida=3' })
  open(make('main', {}, link))
  sayLoading()
  expect(() => happen(link, 'click')).not.toThrow()
})
