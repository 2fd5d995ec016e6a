import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { logIn, newEmail, sayWhere, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { expectForEveryone } from '../../support/browser/scan'

const phone = { width: 390, height: 844 }

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, viewport: phone })

    const scan = async (page: Page) => {
      if (javaScriptEnabled) await expectForEveryone(page)
    }
    /** Opens a dialog: by a button with JavaScript, by a link without. */
    const open = (page: Page, name: string) =>
      page
        .getByRole(javaScriptEnabled ? 'button' : 'link', { name, exact: true })
        .first()
        .click()

    test('a member books every fourth week, skips one occurrence and ends the series @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await signUpMember(page, { name, email: newEmail() })
      await expect(page).toHaveURL('/dashboard/customer')
      // Different days for the two runs, so that they do not collide.
      await chooseService(page, workday(javaScriptEnabled ? 2 : 3))
      await page.getByRole('link', { name: 'Ska det upprepas?' }).click()

      // The last time of the day, since other journeys take the first.
      await expect(page.getByRole('heading', { name: /^Upprepas varannan vecka från/ })).toBeVisible()
      await page
        .getByRole('group', { name: /^Starttid/ })
        .getByRole('radio')
        .last()
        .check()
      await page.getByRole('radio', { name: 'Var fjärde vecka' }).check()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Visa dagarna' }).click()
      await expect(page.getByRole('heading', { name: /^Upprepas var fjärde vecka från/ })).toBeVisible()
      const coming = page.getByRole('list', { name: 'Gångerna efter den första' }).getByRole('listitem')
      await expect(coming).toHaveCount(3)
      await scan(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Fyll i adressen dit de ska komma').first()).toBeVisible()
      await expect(coming).toHaveCount(3)
      await sayWhere(page)
      // The job may begin within the withdrawal period, so consent is asked for.
      await page.getByRole('checkbox', { name: /får börja under ångerfristen/ }).check()
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
      const repeats = page.getByRole('region', { name: 'Upprepas var fjärde vecka' })
      await expect(repeats.getByText('Säger företaget ja')).toBeVisible()
      await expect(coming).toHaveCount(3)
      await scan(page)
      const bookingPage = page.url()

      const theirs = await (await browser.newContext({ javaScriptEnabled, viewport: phone })).newPage()
      await logIn(theirs, company.email)
      await theirs.goto('/dashboard/provider/bookings?visa=vantar')
      const card = theirs.getByRole('article').filter({ hasText: name })
      await expect(card).toContainText('Upprepas var fjärde vecka. Ett ja gäller alla gånger.')
      await card.getByRole('link', { name: service, exact: true }).click()
      await expect(theirs.getByText('Säger ni ja till den här bokas också de andra')).toBeVisible()
      await scan(theirs)
      await theirs.getByRole('button', { name: /^Bekräfta bokning/ }).click()
      await expect(theirs.getByText('Status uppdaterad')).toBeVisible()

      await page.goto('/dashboard/customer/bookings?visa=kommande')
      const own = page.getByRole('article').filter({ hasText: 'Upprepas var fjärde vecka' })
      await expect(own.nth(1)).toBeVisible()
      const before = await own.count()
      await page.goto(bookingPage)
      const ahead = page.getByRole('list', { name: 'Bokat framåt' }).getByRole('link')
      await expect(ahead).toHaveCount(before)
      await scan(page)
      // One of the bookings is skipped; the others stay.
      await ahead.last().click()
      await expect(page).not.toHaveURL(bookingPage)
      await open(page, 'Avboka')
      await expect(page.getByText('Bara den här gången avbokas. De andra står kvar.')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: 'Avboka' }).click()
      await expect(page.getByText('Du avbokade.').first()).toBeVisible()
      await page.goto(bookingPage)
      await expect(ahead).toHaveCount(before - 1)

      await open(page, 'Avsluta resten')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Allt som är bokat framåt avbokas')).toBeVisible()
      await dialog.getByLabel('Varför?').fill('Vi flyttar.')
      await dialog.getByRole('button', { name: 'Avsluta resten' }).click()
      await expect(page.getByText('Det upprepas inte längre')).toBeVisible()
      await expect(page.getByText('Du avbokade.').first()).toBeVisible()
      await expect(repeats).toHaveCount(0)

      await theirs.reload()
      await expect(theirs.getByText(`${name} avbokade.`).first()).toBeVisible()
      await theirs.context().close()
    })
  })
}
