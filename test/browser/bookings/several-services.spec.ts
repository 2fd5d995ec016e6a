import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { logIn, newEmail, sayWhere, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { expectForEveryone } from '../../support/browser/scan'

const phone = { width: 390, height: 844 }
const other = 'Rädda bilderna'

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, viewport: phone })

    const scan = async (page: Page) => {
      if (javaScriptEnabled) await expectForEveryone(page)
    }

    test('a member books two services in one visit, the company confirms once, and the member cancels one', {
      tag: '@long',
    }, async ({ page, browser }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await signUpMember(page, { name, email: newEmail() })
      await expect(page).toHaveURL('/dashboard/customer')
      // Different days for the two runs, so that they do not collide.
      await chooseService(page, workday(javaScriptEnabled ? 46 : 48))
      const form = page.getByRole('region', { name: 'Bekräfta bokning' })
      await expect(form.getByText(/^625,50\skr$/)).toBeVisible()
      await form.getByText('Lägg till fler tjänster i samma besök').click()
      await form.getByRole('checkbox', { name: other }).check()
      if (!javaScriptEnabled) await form.getByRole('button', { name: 'Räkna om' }).click()
      await expect(page).toHaveURL(/also=/)
      await expect(form.getByText(`${service} + ${other}`)).toBeVisible()
      await expect(form.getByText('3 tim,')).toBeVisible()
      // 695 and 1 290 kr, each less ten per cent.
      await expect(form.getByText(/^1\s786,50\skr$/)).toBeVisible()
      await expect(form.getByText('kan inte upprepas')).toBeVisible()
      await scan(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Fyll i adressen dit de ska komma').first()).toBeVisible()
      await expect(form.getByText(`${service} + ${other}`)).toBeVisible()
      await sayWhere(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
      const visit = page.getByRole('region', { name: 'I samma besök' })
      await expect(visit.getByRole('listitem')).toHaveCount(2)
      await expect(visit.getByText(/3 tim, 1\s786,50\skr/)).toBeVisible()
      await scan(page)

      const theirs = await (await browser.newContext({ javaScriptEnabled, viewport: phone })).newPage()
      await logIn(theirs, company.email)
      await theirs.goto('/dashboard/provider/bookings?visa=vantar')
      const card = theirs.getByRole('article').filter({ hasText: name })
      await expect(card).toHaveCount(1)
      await expect(card.getByRole('list', { name: 'I samma besök' }).getByRole('listitem')).toHaveCount(2)
      await scan(theirs)
      await card.getByRole('button', { name: /^Bekräfta bokning/ }).click()
      await expect(theirs.getByText('Status uppdaterad')).toBeVisible()
      await expect(card).toHaveCount(0)

      await page.reload()
      await expect(visit.getByText('Bekräftad')).toHaveCount(2)
      await visit.getByRole('link', { name: other }).click()
      await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible()
      await page
        .getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Avboka', exact: true })
        .first()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Resten av besöket står kvar')).toBeVisible()
      await expect(dialog.getByRole('checkbox', { name: 'Avboka hela besöket' })).not.toBeChecked()
      await dialog.getByRole('button', { name: 'Avboka' }).click()
      await expect(page.getByText('Du avbokade.').first()).toBeVisible()
      await expect(visit.getByText('Avbokad')).toHaveCount(1)
      await expect(visit.getByText('Bekräftad')).toHaveCount(1)
      await scan(page)

      await theirs.goto('/dashboard/provider/bookings?visa=bekraftade')
      await expect(card.getByRole('heading', { name: service })).toBeVisible()
      await expect(card.getByText(other)).toHaveCount(0)
      await theirs.context().close()
    })
  })
}
