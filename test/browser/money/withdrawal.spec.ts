import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { logIn, newEmail, sayWhere, sayYesToEarlyStart, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { expectForEveryone } from '../../support/browser/scan'

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    /** The scanner is itself a script; the markup is the same without JavaScript. */
    const scan = async (page: Page) => {
      if (!javaScriptEnabled) return
      await expectForEveryone(page)
      await page.setViewportSize({ width: 390, height: 844 })
    }

    test('a member consents to an early start, the company confirms, and the member withdraws in two steps @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = `Ångrar ${randomBytes(4).toString('hex')}`
      const email = newEmail()
      await signUpMember(page, { name, email })
      await expect(page).toHaveURL('/dashboard/customer')
      await chooseService(page, workday(javaScriptEnabled ? 5 : 6))
      await sayWhere(page)
      await expect(page.getByText('Du har också ångerrätt i 14 dagar')).toBeVisible()

      // Without the consent nothing is booked, and the message says where to give it.
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Kryssa i rutan, så att jobbet får börja under ångerfristen.').first()).toBeVisible()
      await scan(page)
      await sayYesToEarlyStart(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Bokning skickad!')).toBeVisible()

      const firm = await browser.newPage()
      await logIn(firm, company.email)
      await firm.goto('/dashboard/provider/bookings?visa=vantar')
      await firm
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('button', { name: /^Bekräfta bokning/ })
        .click()
      await expect(firm.getByText('Status uppdaterad')).toBeVisible()

      await page.goto('/dashboard/customer/bookings')
      await page.getByRole('link', { name: service }).first().click()
      await expect(page.getByText(/kan du ångra avtalet utan att säga varför/)).toBeVisible()
      await expect(page.getByText('”Jag vill att jobbet får börja under ångerfristen')).toBeVisible()
      await scan(page)
      await page.getByRole('link', { name: 'Ångra avtalet' }).click()
      await expect(page.getByText('Du betalar ingenting.')).toBeVisible()
      await scan(page)
      await page.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Avtalet gäller fortfarande')
      await page.getByRole('checkbox', { name: 'Ja, jag ångrar avtalet' }).check()
      await page.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' }).click()
      await expect(page.getByText('Avtalet är ångrat')).toBeVisible()
      await expect(page.getByText(/^Ditt meddelande kom in/)).toBeVisible()
      await scan(page)

      await firm.goto('/dashboard/provider/bookings?visa=avbokade')
      await firm.getByRole('article').filter({ hasText: name }).getByRole('link').first().click()
      await expect(firm.getByText(`${name} ångrade avtalet. Ni kan inte ta betalt.`)).toBeVisible()
      await firm.close()
    })
  })
}
