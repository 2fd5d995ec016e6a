import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { unswedishIn } from '../../shape/unswedish'
import { expectRoomForLargeText } from './large-text'
import { expectValidHtml } from './valid-html'
import { expectWholeWordsInTables } from './whole-words'

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What passes is neither described nor sent over; our one stylesheet need not be fetched again.
  resultTypes: ['violations'],
  preload: false,
}

/**
 * What axe finds on the page as it stands, in words that say where. What sticks to the screen lies over whatever is under it
 * just then, so the page is judged at its whole height; what may lie over what is another journey's (alarms/thumb).
 */
export async function expectAccessible(page: Page) {
  const screen = page.viewportSize()
  if (screen) await showWhole(page, screen)
  // A colour on its way from one to another is judged when it has arrived.
  await page.waitForFunction(() => {
    const onTheWay = document.getAnimations().filter(({ playState }) => playState === 'running')
    return onTheWay.every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
  })
  if (screen) await showWhole(page, screen)
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  const found = await page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options)
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(' | ')}`,
    )
  }, options)
  if (screen) await page.setViewportSize(screen)
  expect(found).toEqual([])
}

/** Once more where it has grown meanwhile: what was folded out just before, or a picture that has just come, makes a page higher. */
async function showWhole(page: Page, screen: { width: number; height: number }, tries = 5) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...screen, height: Math.max(screen.height, whole) })
  const isWhole = await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)
  if (!isWhole && tries > 1) await showWhole(page, screen, tries - 1)
}

/** In a journey that is walked without scripts too: the scanner is one itself, and the markup is the same without. */
export const scanIf = (javaScriptEnabled: boolean) => async (page: Page) => {
  if (!javaScriptEnabled) return
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

type Look = { width: number; colorScheme: 'light' | 'dark' }

/** On a desk by day and on a phone by night. */
const dayAndNight: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
]

/** For what matters most, and for what only appears on the way. */
export const everyLook: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 390, 1280].map((width) => ({ width, colorScheme })),
)

/**
 * The page as it stands: its HTML and its words, with text at 200 %, at the narrowest, where long Swedish words break a page,
 * and scanned in these looks.
 */
export async function expectForEveryone(page: Page, looks = dayAndNight) {
  await expectValidHtml(page)
  await expectSwedish(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectRoomForLargeText(page)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNoSidewaysScroll(page)
  for (const { width, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    if (width >= 1280) await expectWholeWordsInTables(page)
    await expectAccessible(page)
  }
}

/** What the page says, folded or not, besides what is code. */
async function expectSwedish(page: Page) {
  const lines = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const said: string[] = []
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.closest('code, pre, script, style, noscript, [role=timer]'))
        said.push(text.textContent ?? '')
    }
    return said
  })
  expect(lines.flatMap(unswedishIn), page.url()).toEqual([])
}

/** A page that has just been given another width may be on its way there. */
export async function expectNoSidewaysScroll(page: Page) {
  await expect.poll(() => tooWide(page), page.url()).toEqual([])
}

function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const reaching = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth,
    )
    return reaching.map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`)
  })
}
