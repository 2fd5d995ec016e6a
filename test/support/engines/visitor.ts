import { expect } from '@playwright/test'
import type { Driver } from './driver'

/** A person at a page, in any engine: finds elements by their text, and uses real input. */
export type Visitor = ReturnType<typeof visitor>

export function visitor(driver: Driver, origin: string) {
  /** The current address; empty while a page loads. */
  const at = () =>
    driver.run<string>(`() => (document.readyState === 'complete' ? location.pathname + location.search : '')`, null)
  const sees = (words: string) =>
    expect
      .poll(() => driver.run<boolean>('(words) => document.body?.innerText.includes(words) === true', words), words)
      .toBe(true)

  /** The position of an element once it no longer moves. */
  async function find(what: What): Promise<{ x: number; y: number }> {
    let place: Place | null = null
    await expect
      .poll(async () => {
        const before = place
        place = await driver.run<Place | null>(findPlace, what)
        return place?.free && before?.x === place.x && before.y === place.y
      }, `${what.role} ${what.name}`)
      .toBe(true)
    return place ?? { x: 0, y: 0 }
  }

  async function press(what: What) {
    const { x, y } = await find(what)
    const steps = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await driver.act([{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' }, actions: steps }])
  }

  async function type(text: string) {
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await driver.act([{ type: 'key', id: 'keys', actions: keys }])
  }

  return {
    at,
    sees,
    goTo: (path: string) => driver.goTo(origin + path),
    isAt: (path: string | RegExp) => expect.poll(at).toMatch(path instanceof RegExp ? path : new RegExp(`^${path}$`)),
    presses: (name: string) => press({ role: 'button', name }),
    follows: (name: string) => press({ role: 'link', name }),
    ticks: (name: string) => press({ role: 'field', name }),
    /** Replaces the current value. */
    async fills(name: string, text: string) {
      await press({ role: 'field', name })
      await driver.run('() => document.activeElement.select()', null)
      await type(text)
    },
    /** Waits for hydration. */
    untilAlive: () => expect.poll(() => driver.run<boolean>(isAlive, null)).toBe(true),
    /** By how many pixels the content is wider than the window. */
    tooWide: () => driver.run<number>('() => document.documentElement.scrollWidth - innerWidth', null),
    /** The page's text, for the failure message. */
    shows: () => driver.run<string>(`() => location.href + '\\n' + document.body?.innerText`, null),
    close: () => driver.close(),
  }
}

type What = { role: 'button' | 'link' | 'field'; name: string }
type Place = { x: number; y: number; free: boolean }

const isAlive = `() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))`

/** The first visible element of that role and name: fields by label, others by text. */
const findPlace = `({ role, name }) => {
  const tidy = (element) => (element.getAttribute('aria-label') ?? element.innerText ?? '').replace(/\\s+/g, ' ').trim()
  const all = (selector) => [...document.querySelectorAll(selector)]
  const found = role === 'field'
    ? all('label').filter((label) => tidy(label).startsWith(name)).map((label) => label.control)
    : all(role === 'link' ? 'a[href]' : 'button').filter((element) => tidy(element) === name)
  const element = found.find((each) => each && each.checkVisibility({ visibilityProperty: true }))
  if (!element) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const x = Math.round(left + width / 2)
  const y = Math.round(top + height / 2)
  const there = document.elementFromPoint(x, y)
  const free = there !== null && (element.contains(there) || (element.labels ?? [])[0]?.contains(there) === true)
  return { x, y, free }
}`
