import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { letBegin, letCount } from '../../support/browser/begun'
import { logIn, newEmail, sayWhere, sayYesToEarlyStart, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, workday } from '../../support/browser/it-help'
import { expectNoSidewaysScroll, scanIf } from '../../support/browser/scan'

/** Asserts that nothing covers the control's centre once scrolling has ended. */
async function expectFree(control: Locator) {
  // Polled from here, since without JavaScript no timer runs in the page.
  const top = () => control.evaluate((element) => element.getBoundingClientRect().top)
  for (let before = Number.NaN, now = await top(); before !== now; now = await top()) {
    before = now
    await pause(100)
  }
  const isFree = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there !== null && element.contains(there)
  })
  expect(isFree, 'something lies over it').toBe(true)
}

/** Scrolls so that the control is at the lower edge of the screen, where a notice appears. */
const scrollLow = (control: Locator) =>
  control.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 90))

async function openBegunJob(page: Page, name: string, ahead: number) {
  await signUpMember(page, { name, email: newEmail() })
  await chooseService(page, workday(ahead))
  await sayWhere(page)
  await sayYesToEarlyStart(page)
  await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
  await expect(page.getByText('Bokning skickad!')).toBeVisible()
}

test.use({ viewport: { width: 390, height: 844 } })

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })
    const scan = scanIf(javaScriptEnabled)

    test('a no-show report can be taken back by keyboard, made again, and then counts', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await openBegunJob(page, name, javaScriptEnabled ? 40 : 41)
      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, company.email)
      await office.goto('/dashboard/provider/bookings?visa=vantar')
      const card = office.getByRole('article').filter({ hasText: name })
      await card.getByRole('button', { name: /^Bekräfta bokning/ }).click()
      await expect(card).toHaveCount(0)
      await letBegin(name)

      const undo = card.getByRole('button', { name: /^Ångra/ })
      const say = async (address: string) => {
        await office.goto(address)
        const opener = card.getByRole(javaScriptEnabled ? 'button' : 'link', { name: /^Kunden kom inte/ })
        await scrollLow(opener)
        await opener.focus()
        await office.keyboard.press('Enter')
        await office.getByRole('dialog').getByRole('button', { name: 'Kunden kom inte' }).focus()
        await office.keyboard.press('Enter')
        await expect(card.getByText(/^Räknas kl\. \d{2}\.\d{2}\.\d{2} som att kunden inte kom$/)).toBeVisible()
      }
      await say('/dashboard/provider/bookings?visa=bekraftade')
      await expect(undo).toBeInViewport({ ratio: 1 })
      if (javaScriptEnabled) await expect(office.getByText('Det räknas om en minut att kunden inte kom')).toBeVisible()
      await expectFree(undo)
      await scan(office)
      await expectNoSidewaysScroll(office)
      // The keyboard focus is at the undo button.
      await office.keyboard.press('Tab')
      await expect(undo).toBeFocused()
      await office.keyboard.press('Enter')
      await expect(undo).toHaveCount(0)
      await page.goto('/dashboard/customer/bookings')
      await expect(page.getByText('Bekräftad', { exact: true })).toBeVisible()

      await say('/dashboard/provider/bookings?visa=bekraftade')
      await letCount(name)
      // On a page that was not reloaded it is too late to undo, and the answer says so.
      if (!javaScriptEnabled) {
        await undo.click()
        await expect(office.getByText('Det är för sent att ångra. Bokningen är redan avbokad.')).toBeVisible()
      }
      await page.reload()
      await expect(page.getByText('Företaget skrev att ingen var på plats.')).toBeVisible()
      await office.close()
    })
  })
}
