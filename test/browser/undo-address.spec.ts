import { type Browser, expect } from '@playwright/test'
import { demo, fillLogIn, logIn, newEmail, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

const password = 'gullviva62'

/** The target of the link in the newest mail to an address, read in the demo's outbox as an administrator. */
async function linkIn(browser: Browser, email: string, subject: string): Promise<string> {
  const office = await browser.newPage()
  await logIn(office, demo.admin)
  await expect(async () => {
    await office.goto(`/dashboard/admin/outbox?q=${encodeURIComponent(email)}`)
    await office.getByRole('link', { name: subject }).click({ timeout: 1_000 })
  }).toPass()
  const link = await office.locator('a[href*="?token="]').first().getAttribute('href')
  await office.close()
  return link ?? ''
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('an owner undoes a change of address made by somebody with the password, whose session ends @long', async ({
      page,
      browser,
    }) => {
      const [email, theirs] = [newEmail(), newEmail()]
      await signUpMember(page, { email, password })
      await expect(page).toHaveURL('/dashboard/customer')
      await page.goto(await linkIn(browser, email, 'Bekräfta din e-postadress'))
      await page.getByRole('button', { name: 'Bekräfta adressen' }).click()
      await expect(page.getByText('Tack, adressen är bekräftad')).toBeVisible()

      await page.goto('/dashboard/account')
      await page.getByLabel('Ny e-postadress').fill(theirs)
      await page.getByLabel('Ditt lösenord').fill(password)
      await page.getByRole('button', { name: 'Skicka länk till nya adressen' }).click()
      await expect(page.getByText('Titta i din inkorg')).toBeInViewport()
      await page.goto(await linkIn(browser, theirs, 'Bekräfta din nya e-postadress'))
      await page.getByRole('button', { name: 'Bekräfta adressen' }).click()
      await expect(page.getByText('Tack, adressen är bekräftad')).toBeVisible()

      const owner = await browser.newPage({ javaScriptEnabled, viewport: { width: 390, height: 844 } })
      await owner.goto(await linkIn(browser, email, 'Din e-postadress är bytt'))
      if (javaScriptEnabled) await expectForEveryone(owner)
      await owner.getByLabel('Nytt lösenord').fill('123456')
      await owner.getByRole('button', { name: 'Ta tillbaka kontot' }).click()
      await expect(owner.getByLabel('Nytt lösenord')).toHaveAccessibleDescription(/./)
      await owner.getByLabel('Nytt lösenord').fill('ett-helt-nytt-ord')
      await owner.getByRole('button', { name: 'Ta tillbaka kontot' }).click()
      await expect(owner.getByText('Adressen är tillbaka')).toBeVisible()
      await fillLogIn(owner, email, 'ett-helt-nytt-ord')
      await expect(owner).toHaveURL('/dashboard/customer')

      await page.goto('/dashboard/account')
      await expect(page).toHaveURL(/\/auth\?redirectTo=/)
    })
  })
}
