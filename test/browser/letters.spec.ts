import { expect, type Page } from '@playwright/test'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

/** A button that moves between finger down and finger up is not pressed: of an alarm's page that is the whole page. */

const whereButtonsLie = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => JSON.stringify(button.getBoundingClientRect())))

const laidOut = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

for (const [path, button, person] of [
  ['/vakt/in?nyckel=x', 'Öppna min sida', null],
  ['/auth', 'Logga in', null],
  ['/dashboard/customer/safety', 'Skicka larm', demo.member],
] as const) {
  test(`no button of ${path} moves when the letters come late`, async ({ page }) => {
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
    // What a page is whole without: its letters are waited for by nobody.
    await page.goto(path, { waitUntil: 'commit' })
    const request = await asked
    await expect(page.getByRole('main').getByRole('button', { name: button }).first()).toBeVisible()
    await laidOut(page)
    const before = await whereButtonsLie(page)
    letLettersCome()
    await (await request.response())?.finished()
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await laidOut(page)
    expect(await whereButtonsLie(page)).toEqual(before)
  })
}
