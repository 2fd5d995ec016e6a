import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { happen, make, openPage } from '../../../test/support/browser/little-page'
import { forgetAddress, NOWHERE, openDialog, openDialogs } from './dialogs'
import { openEyes } from './eyes'
import { foldLabel, foldMenu, sidebarCookie } from './folding'
import { keepClear } from './keep-clear'
import { closeMenus } from './menus'
import { NOTICE_MS, sayNotice, showNotice } from './notices'
import { keepPlaces } from './places'
import { goToField, meetRefusal } from './refusals'
import { makeBusy, makeIdle, sendOnce } from './sending'
import { isShortcut } from './shortcut'
import { bringWholeStyles } from './whole-styles'

const address = 'https://kvartera.test/lista?sida=2'
const asHtml = (element: object) => element as HTMLElement
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true }, true],
  [{ ctrlKey: true, key: 'B' }, true],
  [{}, false],
  [{ ctrlKey: true, key: 'c' }, false],
  [{ ctrlKey: true, shiftKey: true }, false],
  [{ metaKey: true, altKey: true }, false],
])('whether %j is the keyboard shortcut: %s', (given, is) => {
  const event = { key: 'b', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...given }
  expect(isShortcut(event as KeyboardEvent, 'b')).toBe(is)
})

test('a dialog opens by its hash and by a link to it, and closes by its close link and by a click outside', () => {
  const [away, inside] = [make('a', { href: NOWHERE }), make('p')]
  const dialog = make('dialog', { id: 'filter' }, away, inside)
  const [toIt, toPlace, out] = [
    make('a', { href: '#filter' }),
    make('a', { href: '#place' }),
    make('a', { href: '/x' }),
  ]
  const place = make('p', { id: 'place' })
  const { window, location, history } = openPage(`${address}#filter`, dialog, toIt, toPlace, out, place)
  openDialogs()
  expect(dialog.showModal).toHaveBeenCalledTimes(1)
  expect(happen(away, 'click')).toBe(false)
  expect(dialog.open).toBe(false)
  expect(history.replaceState.mock.calls).toEqual([[history.state, '', '/lista?sida=2']])
  expect(happen(toIt, 'click')).toBe(false)
  expect(happen(toIt, 'click')).toBe(false)
  expect(dialog.showModal).toHaveBeenCalledTimes(2)
  // Presses inside the dialog are its own; links elsewhere are left to the browser.
  expect([happen(inside, 'click'), happen(toPlace, 'click'), happen(out, 'click')]).toEqual([true, true, true])
  expect(dialog.open).toBe(true)
  location.hash = ''
  happen(dialog, 'click')
  expect([dialog.open, history.replaceState.mock.calls.length]).toEqual([false, 1])
  location.hash = '#filter'
  window.dispatchEvent(new Event('hashchange'))
  expect(dialog.open).toBe(true)
  openDialog('place')
  forgetAddress({ id: 'another' } as HTMLDialogElement)
  expect(history.replaceState).toHaveBeenCalledTimes(1)
})

test('the eye button shows the password and hides it again', () => {
  const field = make('input', { id: 'password', type: 'password' })
  const icon = make('svg')
  const eye = make('button', { 'data-eye': '', 'aria-controls': 'password' }, icon)
  const blind = make('button', { 'data-eye': '', 'aria-controls': 'nothing' })
  openPage(address, field, eye, blind)
  openEyes()
  for (const [type, pressed] of [
    ['text', 'true'],
    ['password', 'false'],
  ]) {
    happen(icon, 'click')
    expect([field.type, eye.ariaPressed]).toEqual([type, pressed])
  }
  happen(blind, 'click')
  happen(field, 'click')
  expect([field.type, blind.ariaPressed]).toEqual(['password', null])
})

test('the button and the keyboard fold the sidebar, kept in a cookie; on a phone the keyboard opens the drawer', () => {
  const icon = make('svg')
  const [button, drawer] = [make('button', { 'data-fold': '' }, icon), make('aside', { class: 'sidebar wide' })]
  const frame = make('div', { class: 'sidebar-frame' }, drawer, button)
  const opened = openPage(address, frame)
  foldMenu()
  happen(button, 'click')
  expect([frame.getAttribute('data-collapsed'), button.ariaExpanded, icon.ariaLabel]).toEqual([
    '',
    'false',
    foldLabel(true),
  ])
  expect(opened.page.cookie).toBe(sidebarCookie(true, true))
  const key = (name: string) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key: name, ctrlKey: true })
    opened.window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([key('k'), key('b')]).toEqual([false, true])
  expect([frame.getAttribute('data-collapsed'), button.ariaExpanded, icon.ariaLabel]).toEqual([
    null,
    'true',
    foldLabel(false),
  ])
  expect(opened.page.cookie).toBe(sidebarCookie(false, true))
  opened.narrow = true
  key('b')
  expect([drawer.togglePopover.mock.calls.length, button.ariaExpanded]).toEqual([1, 'true'])
})

test.each(['aside', 'button', 'svg'])('a page whose sidebar has no %s is left alone', (missing) => {
  const inside = [
    make('aside', { class: 'sidebar' }),
    make('button', { 'data-fold': '' }, ...(missing === 'svg' ? [] : [make('svg')])),
  ]
  const frame = make('div', { class: 'sidebar-frame' }, ...inside.filter(({ tag }) => tag !== missing))
  openPage(address, frame)
  foldMenu()
  for (const one of inside) happen(one, 'click')
  expect(frame.getAttribute('data-collapsed')).toBeNull()
})

test('the sidebar cookie lasts a week and has the __Host- prefix under https', () => {
  expect(sidebarCookie(true, false)).toBe('sidebar=collapsed; path=/; max-age=604800; samesite=lax')
  expect(sidebarCookie(false, true)).toBe('__Host-sidebar=open; secure; path=/; max-age=604800; samesite=lax')
  expect([foldLabel(true), foldLabel(false)]).toEqual(['Fäll ut menyn', 'Fäll ihop menyn'])
})

test('a menu closes when one of its links is followed, and not on other clicks', () => {
  const [link, words, elsewhere] = [make('a', { href: '#x' }, make('span')), make('p'), make('a', { href: '#y' })]
  const menu = make('nav', { popover: '' }, link, words)
  openPage(address, menu, elsewhere)
  closeMenus()
  for (const one of [words, elsewhere]) happen(one, 'click')
  expect(menu.hidePopover).not.toHaveBeenCalled()
  happen(link.children[0] ?? link, 'click')
  expect(menu.hidePopover).toHaveBeenCalledTimes(1)
})

const box = (top: number, bottom: number, left = 0, right = 300) => ({ top, bottom, left, right })

test.each<[string, ReturnType<typeof box>, boolean]>([
  ['an element covered by it', box(450, 480), true],
  ['one less than 16 pixels above it', box(400, 405), true],
  ['one 16 pixels above it', box(380, 404), false],
  ['one below it', box(500, 520), false],
  ['one to the left of it', box(450, 480, 0, 10), false],
  ['one to the right of it', box(450, 480, 290, 300), false],
])('whether the focused element is scrolled clear of a notice: %s', (_, at, isMoved) => {
  const [notice, focused] = [make('div', { 'data-notice': '' }), make('input', { id: 'field' })]
  Object.assign(notice, { box: box(420, 500, 10, 290) })
  Object.assign(focused, { box: at })
  const { page } = openPage(address, notice, focused)
  page.activeElement = focused
  keepClear(asHtml(notice))
  expect(focused.scrollIntoView.mock.calls).toEqual(isMoved ? [[{ block: 'nearest' }]] : [])
  expect(page.documentElement.style.setProperty.mock.calls).toEqual([['--covered', '196px']])
})

test('without focus the hash target, or its last control if it is too tall, is scrolled clear of a notice', () => {
  const notice = make('div', {}, make('a', { href: '#x', id: 'close' }))
  const [first, last, words] = [make('a', { href: '/x' }), make('button'), make('p')]
  const named = make('section', { id: 'named' }, first, make('a'), last, words)
  const fits = make('section', { id: 'fits' }, make('button'))
  Object.assign(fits, { box: box(16, 420) })
  const bare = make('section', { id: 'bare' }, words.cloneNode(true))
  Object.assign(notice, { box: box(420, 500) })
  for (const one of [named, bare]) Object.assign(one, { box: box(0, 470) })
  const { page, location } = openPage(`${address}#named`, notice, named, bare, fits)
  keepClear(asHtml(notice))
  expect([named.scrollIntoView, last.scrollIntoView].map((moved) => moved.mock.calls.length)).toEqual([0, 1])
  location.hash = '#fits'
  keepClear(asHtml(notice))
  expect(fits.scrollIntoView).toHaveBeenCalledTimes(1)
  location.hash = '#bare'
  keepClear(asHtml(notice))
  expect(bare.scrollIntoView).toHaveBeenCalledTimes(1)
  page.activeElement = notice.children[0] ?? null
  keepClear(asHtml(notice))
  page.activeElement = null
  location.hash = ''
  keepClear(asHtml(notice))
  expect(bare.scrollIntoView).toHaveBeenCalledTimes(1)
})

test('a notice from the server is announced, and disappears after five seconds or when it is closed', () => {
  const close = make('a', { href: '#x' })
  const notice = make('div', { 'data-notice': '' }, close)
  const place = make('div', { role: 'status' }, notice)
  const { page } = openPage(address, place)
  showNotice()
  expect(place.children).toEqual([])
  vi.advanceTimersByTime(0)
  expect(place.children).toEqual([notice])
  expect(page.documentElement.style.setProperty).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(NOTICE_MS - 1)
  expect(place.children).toEqual([notice])
  vi.advanceTimersByTime(1)
  expect([place.children, NOTICE_MS]).toEqual([[], 5_000])
  place.append(notice)
  showNotice()
  vi.advanceTimersByTime(0)
  expect(happen(close, 'click')).toBe(false)
  expect(place.children).toEqual([])
  // Without a notice there is nothing to announce.
  showNotice()
  vi.advanceTimersByTime(0)
  expect(place.children).toEqual([])
})

test('a notice from the browser replaces the one before', () => {
  const before = make('div', { 'data-notice': '' })
  const status = make('div', { role: 'status' }, before)
  const blank = make('div', { 'data-notice': '' }, make('p', {}, 'x'), make('p', {}, 'y'), make('p', {}, 'z'))
  const { body } = openPage(address, make('div', { class: 'notice-place' }, status))
  sayNotice({ title: 'Skickat', message: 'Klart.' })
  expect(status.children).toEqual([before])
  body.append(make('template', { 'data-notice-template': '' }, blank))
  // The content of a template element is not part of the document.
  body.children.at(-1)?.attributes.set('data-notice-template', '')
  const template = body.children.at(-1)
  sayNotice({ title: 'Skickat', message: 'Klart.' })
  const [shown, ...more] = status.children
  expect(more).toEqual([])
  expect(shown).not.toBe(before)
  expect(shown?.children.map(({ textContent }) => textContent)).toEqual(['Skickat', 'Klart.', ''])
  vi.advanceTimersByTime(NOTICE_MS)
  expect(status.children).toEqual([])
  status.parentElement?.remove()
  template?.append(blank)
  expect(() => sayNotice({ title: 'Skickat', message: 'Klart.' })).not.toThrow()
})

test('a link that keeps the place restores the scroll position once, and only on the same page', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => kept.delete(key),
    setItem: (key: string, value: string) => kept.set(key, value),
  }
  const [same, other] = [make('a', { href: '?sida=3' }, make('span')), make('a', { href: '/annan' })]
  const outside = make('a', { href: '?sida=4' })
  const { scrollTo } = openPage(address, make('nav', { 'data-keeps-place': '' }, same, other), outside)
  vi.stubGlobal('sessionStorage', store)
  keepPlaces()
  expect(scrollTo).not.toHaveBeenCalled()
  for (const link of [other, outside]) happen(link, 'click')
  expect([...kept]).toEqual([])
  happen(same.children[0] ?? same, 'click')
  expect([...kept.values()]).toEqual(['70'])
  keepPlaces()
  expect([scrollTo.mock.calls, [...kept]]).toEqual([[[{ top: 70, behavior: 'instant' }]], []])
  const keepsNothing = () => {
    throw new Error('private')
  }
  vi.stubGlobal('sessionStorage', { getItem: keepsNothing })
  expect(() => keepPlaces()).not.toThrow()
})

test('the error summary gets the focus, also after the hash takes it, and its links focus the fields', () => {
  const field = make('input', { id: 'name' })
  const [link, gone] = [make('a', { href: '#name' }, make('span')), make('a', { href: '#gone' })]
  const words = make('p')
  const summary = make('div', { 'data-error-summary': '' }, words, link, gone)
  const { window, page, body, scrollTo } = openPage(address, summary, field)
  summary.offsetHeight = 299
  meetRefusal()
  expect(summary.focus.mock.calls).toEqual([[{ preventScroll: true }]])
  expect(scrollTo.mock.calls).toEqual([[{ top: 70, behavior: 'instant' }]])
  expect(summary.scrollIntoView.mock.lastCall).toEqual([{ block: 'nearest', behavior: 'instant' }])
  summary.offsetHeight = 300
  window.dispatchEvent(new Event('load'))
  expect(summary.scrollIntoView.mock.lastCall).toEqual([{ block: 'start', behavior: 'instant' }])
  page.activeElement = field
  window.dispatchEvent(new Event('load'))
  expect(summary.focus).toHaveBeenCalledTimes(2)
  expect([happen(words, 'click'), happen(gone, 'click'), happen(link.children[0] ?? link, 'click')]).toEqual([
    true,
    true,
    false,
  ])
  expect(field.focus.mock.calls).toEqual([[{ preventScroll: true }]])
  expect(field.scrollIntoView.mock.calls).toEqual([[{ block: 'center' }]])
  const stop = { preventDefault: vi.fn() }
  goToField(stop, gone as never)
  expect(stop.preventDefault).not.toHaveBeenCalled()
  body.replaceChildren()
  expect(() => meetRefusal()).not.toThrow()
})

test('a POST form is submitted once, and its button is busy until the page is restored from the back/forward cache', () => {
  const words = make('span', {}, 'Spara')
  const button = make('button', { 'data-busy-text': 'Sparar...' }, words)
  const form = make('form', { method: 'post' }, make('button', { type: 'button' }, make('span')), button)
  const [asks, other] = [
    make('form', {}),
    make('form', { method: 'post' }, make('button', {}, make('span', {}, 'Ta bort'))),
  ]
  const { window } = openPage(address, form, asks, other)
  sendOnce()
  expect([happen(asks, 'submit'), happen(asks, 'submit')]).toEqual([true, true])
  const taken = new Event('submit', { cancelable: true })
  taken.preventDefault()
  document.dispatchEvent(taken)
  expect([happen(form, 'submit'), happen(form, 'submit')]).toEqual([true, false])
  expect([button.ariaBusy, button.ariaDisabled, words.textContent]).toEqual(['true', 'true', 'Sparar...'])
  // The pressed button becomes busy; without a busy text it keeps its words.
  const pressed = other.children[0]
  expect(happen(other, 'submit', { submitter: pressed })).toBe(true)
  expect([pressed?.ariaBusy, pressed?.children[0]?.textContent]).toEqual(['true', 'Ta bort'])
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(button.ariaBusy).toBe('true')
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect([button.ariaBusy, button.ariaDisabled, words.textContent, pressed?.ariaBusy]).toEqual([
    null,
    null,
    'Spara',
    null,
  ])
  expect(happen(form, 'submit')).toBe(true)
})

test('a button shows its busy text once, and is only reset if it was busy', () => {
  const words = make('span', {}, 'Spara')
  const [button, bare] = [make('button', { 'data-busy-text': 'Sparar...' }, words), make('button')]
  openPage(address, button, bare)
  for (const one of [button, button, bare]) makeBusy(asHtml(one) as HTMLButtonElement)
  expect([words.textContent, bare.ariaBusy]).toEqual(['Sparar...', null])
  makeIdle(asHtml(button) as HTMLButtonElement)
  expect([words.textContent, button.ariaBusy]).toEqual(['Spara', null])
  button.ariaBusy = 'mine'
  makeIdle(asHtml(button) as HTMLButtonElement)
  expect(button.ariaBusy).toBe('mine')
})

test('the full stylesheet loads after the page has loaded and painted, and at once in a background tab', () => {
  const own = make('style', { 'data-whole': '/assets/app.css' })
  const { page, window, body } = openPage(address, own)
  const sheets = () => body.children.slice(1) as unknown as { rel: string; href: string }[]
  bringWholeStyles()
  expect(sheets()).toEqual([])
  vi.runAllTimers()
  expect(sheets()).toMatchObject([{ rel: 'stylesheet', href: '/assets/app.css' }])
  body.replaceChildren(own)
  page.readyState = 'interactive'
  bringWholeStyles()
  expect(sheets()).toEqual([])
  page.visibilityState = 'hidden'
  window.dispatchEvent(new Event('load'))
  expect(sheets()).toHaveLength(1)
  body.replaceChildren()
  expect(() => bringWholeStyles()).not.toThrow()
})

test('the full stylesheet loads after three seconds in a browser that never reports a paint', () => {
  const own = make('style', { 'data-whole': '/assets/app.css' })
  const { body } = openPage(address, own)
  // Safari before 16 only reports paints that happen after the observer was registered.
  const observed = { observe: vi.fn(), disconnect: vi.fn() }
  vi.stubGlobal(
    'PerformanceObserver',
    Object.assign(
      vi.fn(
        class {
          observe = observed.observe
          disconnect = observed.disconnect
        },
      ),
      { supportedEntryTypes: ['paint'] },
    ),
  )
  bringWholeStyles()
  vi.advanceTimersByTime(2_999)
  expect(body.children).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect([body.children.length, observed.disconnect.mock.calls.length]).toEqual([2, 1])
})
