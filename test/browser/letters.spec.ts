import { expect, type Page } from '@playwright/test'
import { demo, logIn } from '../support/browser/browser-people'
import { isAlive, test } from '../support/browser/browser-test'

/**
 * Layout shift when the font loads: a button that moves between pointer down and up is not pressed, which on the alarm
 * page matters most.
 */

const whereButtonsLie = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      Object.fromEntries(buttons.map((button) => [button.textContent ?? '', button.getBoundingClientRect().toJSON()])),
    )

const laidOut = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

for (const [path, button, { person, isPlain }] of [
  ['/vakt/in?nyckel=x', 'Öppna min sida', { person: null, isPlain: false }],
  ['/auth', 'Logga in', { person: null, isPlain: true }],
  ['/dashboard/customer/safety', 'Skicka larm', { person: demo.member, isPlain: false }],
] as const) {
  test(`no button of ${path} moves when fonts and scripts load late`, async ({ page }) => {
    if (person) await logIn(page, person)
    let letLettersCome = () => {}
    const held = new Promise<void>((resolve) => {
      letLettersCome = resolve
    })
    await page.route('**/*.woff2', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/*.woff2')
    // The page is complete before its font has loaded.
    await page.goto(path, { waitUntil: 'commit' })
    const request = await asked
    await expect(page.getByRole('main').getByRole('button', { name: button }).first()).toBeVisible()
    await laidOut(page)
    const before = await whereButtonsLie(page)
    letLettersCome()
    await (await request.response())?.finished()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    // Also after hydration, which shows what needs scripts.
    if (!isPlain) await isAlive(page)
    await laidOut(page)
    expect(await whereButtonsLie(page)).toMatchObject(before)
  })
}
