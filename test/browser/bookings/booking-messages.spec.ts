import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { logIn, newEmail, sayWhere, sayYesToEarlyStart, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { expectAccessible, expectNoSidewaysScroll } from '../../support/browser/scan'
import { beforeItLooks } from '../../support/pace/soon'

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const write = async (page: Page, label: string | RegExp, words: string) => {
      await page.getByLabel(label).fill(words)
      await page.getByRole('button', { name: 'Skicka', exact: true }).click()
      await expect(page.getByText('Meddelandet är skickat')).toBeVisible()
      await expect(page.getByLabel(label)).toHaveValue('')
    }

    test('a member and a company write to each other about a booking', { tag: '@long' }, async ({ page, browser }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await signUpMember(page, { name, email: newEmail() })
      await expect(page).toHaveURL('/dashboard/customer')
      // Different days for the two runs, so that they do not collide.
      await chooseService(page, workday(javaScriptEnabled ? 34 : 37))
      await sayWhere(page)
      await sayYesToEarlyStart(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
      await write(page, `Skriv till ${company.name}`, 'Portkoden är 4711.')

      const theirs = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await logIn(theirs, company.email)
      await theirs.goto('/dashboard/provider/bookings?visa=vantar')
      await theirs
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('link', { name: service, exact: true })
        .click()
      await expect(theirs.getByText('Portkoden är 4711.')).toBeVisible()
      await write(theirs, `Skriv till ${name}`, 'Tack, vi ringer på.')
      await theirs.getByRole('button', { name: 'Skicka', exact: true }).click()
      await expect(theirs.getByText('Skriv ett meddelande').first()).toBeVisible()
      await expect(theirs.getByRole('heading', { name: 'Meddelandet är inte skickat' })).toBeVisible()

      if (!javaScriptEnabled) await page.reload()
      await expect(page.getByText('Tack, vi ringer på.')).toBeVisible(beforeItLooks)
      if (javaScriptEnabled) {
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
      await theirs.context().close()
    })
  })
}

test('the directory can be narrowed to companies with a free time tomorrow @long', async ({ page }) => {
  await page.goto('/companies')
  await expect(page.getByText(/^Ledigt /).first()).toBeVisible()
  const chip = page.getByRole('link', { name: 'Ledigt i morgon' })
  await chip.click()
  await expect(page).toHaveURL(/ledigt=imorgon/)
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await chip.click()
  await expect(page).not.toHaveURL(/ledigt/)
})
