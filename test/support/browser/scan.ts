import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { unswedishIn } from '../../shape/unswedish'
import { expectRoomForLargeText } from './large-text'
import { expectValidHtml } from './valid-html'
import { expectWholeWordsInTables } from './whole-words'

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Passes are not reported, and stylesheets are not fetched again: faster.
  resultTypes: ['violations'],
  preload: false,
}

/** The minified build: every page compiles it anew, and `axe.source` is more than twice as long. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Fails on axe violations of the page as it is. The viewport is as high as the page, since sticky elements would cover
 * content; what may cover what is tested in alarms/thumb.
 */
export async function expectAccessible(page: Page) {
  const screen = page.viewportSize()
  if (screen) await showWhole(page, screen)
  // Waits for colour transitions to end before contrast is judged.
  await page.waitForFunction(() => {
    const onTheWay = document.getAnimations().filter(({ playState }) => playState === 'running')
    return onTheWay.every(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
  })
  if (screen) await showWhole(page, screen)
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
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

/** Repeats if the page has grown meanwhile, by something that unfolded or a picture that loaded. */
async function showWhole(page: Page, screen: { width: number; height: number }, tries = 5) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...screen, height: Math.max(screen.height, whole) })
  const isWhole = await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)
  if (!isWhole && tries > 1) await showWhole(page, screen, tries - 1)
}

/** Only in the run with JavaScript: the scanner is a script, and the markup is the same without. */
export const scanIf = (javaScriptEnabled: boolean) => async (page: Page) => {
  if (!javaScriptEnabled) return
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

type Look = { width: number; colorScheme: 'light' | 'dark' }

/** A desktop in the light theme and a phone in the dark one. */
const dayAndNight: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
]

/** All widths and themes, for the most important pages and for what appears only on the way. */
export const everyLook: readonly Look[] = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [320, 390, 1280].map((width) => ({ width, colorScheme })),
)

/**
 * Checks the page as it is: valid HTML, Swedish text, room for text at 200 %, no sideways scroll at the narrowest
 * width, and axe in these looks.
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

/** Collects all text, folded or not, except code. */
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

/** Polls, since a resized page may still be changing its layout. */
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
