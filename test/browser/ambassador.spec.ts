import { expect, type Page } from '@playwright/test'
import { demo, logIn, logOut, newEmail, newPhone, provePhone, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { scanIf } from '../support/browser/scan'

async function signUpTipped(page: Page, address: string, company: string) {
  await page.goto(address)
  await page.getByLabel('Företagsnamn').fill(company)
  await page.getByLabel('Organisationsnummer').fill('556016-0681')
  await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
  await page.getByLabel('Adress').fill('Provvägen 1')
  await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill('gullviva62')
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(page).toHaveURL('/dashboard/provider')
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const scan = scanIf(javaScriptEnabled)

    test('a company that signs up by a member’s link gives the member 12 free months once the number is verified', async ({
      page,
      browser,
    }) => {
      const email = newEmail()
      const phone = newPhone()
      const company = `Tipsad ${phone}`
      await signUpMember(page, { email, phone })
      await expect(page).toHaveURL('/dashboard/customer')
      await page.goto('/dashboard/customer/ambassador')
      await expect(page.getByText('Inga företag än')).toBeVisible()
      await expect(page.getByRole('img', { name: /^QR-kod/ })).toBeVisible()
      const link = await page.getByRole('link', { name: /signup\?role=company/ }).getAttribute('href')

      const theirs = await browser.newPage({ javaScriptEnabled })
      const address = new URL(link ?? '')
      await signUpTipped(theirs, address.pathname + address.search, company)
      await theirs.close()

      // Anybody can enter a neighbour's number, so the tip waits until the number is verified.
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Bekräfta ditt nummer' })).toBeVisible()
      await expect(page.getByText('12 månader givna')).toHaveCount(0)
      await scan(page)
      await provePhone(browser, page, phone)
      await page.goto('/dashboard/customer/ambassador')
      const row = page.getByRole('listitem').filter({ hasText: company })
      await expect(row.getByText('12 månader givna')).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Fria månader från tips' })).toContainText('12')
      await expect(page.getByText(/Provperiod, tips och annat/)).toBeVisible()
    })

    test('an admin hides a company, whose page then returns 410, and shows it again @long', async ({
      page,
      browser,
    }) => {
      const company = `Granskad ${newPhone()}`
      const owner = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await signUpTipped(owner, '/signup?role=company', company)

      await logIn(page, demo.admin)
      await page.goto('/dashboard/admin/companies')
      await page.getByLabel('Sök företag').fill(company)
      await page.getByRole('button', { name: 'Sök' }).click()
      await expect(page).toHaveURL(/q=Granskad/)
      await page.getByRole('link', { name: company }).click()
      await expect(page.getByText('Kontrollsiffran stämmer inte')).toBeVisible()
      await scan(page)
      const publicPage = await page.getByRole('link', { name: 'Visa sidan som grannarna ser' }).getAttribute('href')
      expect((await page.request.get(publicPage ?? '')).status()).toBe(200)

      const opener = page.getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Dölj företaget' })
      await opener.first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Dölj företaget' }).click()
      await expect(dialog.getByRole('alert')).toContainText('Företaget syns fortfarande')
      await scan(page)
      await dialog.getByLabel('Varför?').fill('Ingen svarar på numret.')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Dölj företaget' }).click()
      await expect(page.getByText('Företaget är dolt')).toBeVisible()
      expect((await page.request.get(publicPage ?? '')).status()).toBe(410)

      await owner.goto('/dashboard/provider')
      await expect(owner.getByText('Ingen svarar på numret.')).toBeVisible()
      await scan(owner)

      await page.getByRole('button', { name: 'Visa företaget igen' }).click()
      await expect(page.getByText('Företaget syns igen')).toBeVisible()
      expect((await page.request.get(publicPage ?? '')).status()).toBe(200)
      await owner.reload()
      await expect(owner.getByText('Ingen svarar på numret.')).toBeHidden()
      await owner.context().close()
    })

    test('an admin enters a permit, changes it and removes it', { tag: '@long' }, async ({ page, browser }) => {
      const company = `Väktarna ${newPhone()}`
      const owner = await browser.newPage({ javaScriptEnabled })
      await signUpTipped(owner, '/signup?role=company', company)
      await owner.close()

      await logIn(page, demo.admin)
      await page.goto(`/dashboard/admin/companies?q=${encodeURIComponent(company)}`)
      await page.getByRole('link', { name: company }).click()
      const opener = (name: string) => page.getByRole(javaScriptEnabled ? 'button' : 'link', { name, exact: true })
      const dialog = page.getByRole('dialog')
      for (const [open, number] of [
        ['Skriv in tillstånd och områden', 'BEV-1'],
        ['Ändra tillstånd och områden', 'BEV-2'],
      ] as const) {
        await opener(open).click()
        await dialog.getByLabel('Nummer', { exact: true }).fill(number)
        await dialog.getByLabel('Vad tillståndet gäller').fill('Bevakningsföretag')
        await dialog.getByLabel('Gäller till och med', { exact: true }).fill('2099-12-31')
        await dialog.getByLabel('Områden').fill('125 40, 125 31')
        await dialog.getByRole('button', { name: 'Spara' }).click()
        await expect(page.getByText(number, { exact: true })).toBeVisible()
        await expect(page.getByText('125 31, 125 40', { exact: true }).first()).toBeVisible()
        await expect(dialog).toBeHidden()
      }
      await expect(page.getByText(/^Karin Admin, /)).toBeVisible()
      await opener('Ta bort').click()
      await dialog.getByLabel('Varför?').fill('Återkallat.')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Ta bort tillståndet' }).click()
      await expect(page.getByText('Tillståndet är borttaget')).toBeVisible()
      await expect(page.getByText('BEV-2', { exact: true })).toBeHidden()
    })

    test('an admin revokes an ambassador’s months, and the member sees it', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      const email = newEmail()
      const phone = newPhone()
      const company = `Ångrad ${phone}`
      await signUpMember(page, { email, phone })
      await expect(page).toHaveURL('/dashboard/customer')
      await provePhone(browser, page, phone)
      await logOut(page)
      const theirs = await browser.newPage({ javaScriptEnabled })
      await signUpTipped(theirs, `/signup?role=company&ref=${phone}`, company)
      await theirs.close()

      await logIn(page, demo.admin)
      await page.goto(`/dashboard/admin/companies?q=${encodeURIComponent(company)}`)
      await page.getByRole('link', { name: company }).click()
      await page.getByRole(javaScriptEnabled ? 'button' : 'link', { name: 'Ta tillbaka månaderna' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Varför?').fill('Företaget finns inte.')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Ta tillbaka' }).click()
      await expect(page.getByText('Månaderna är tillbakatagna')).toBeVisible()
      await expect(page.getByText('Tog tillbaka ambassadörens månader')).toBeVisible()
      await logOut(page)

      await logIn(page, email, 'gullviva62')
      await page.goto('/dashboard/customer/ambassador')
      await expect(page.getByRole('listitem').filter({ hasText: company }).getByText('Tillbakataget')).toBeVisible()
    })
  })
}

test('a button copies the ambassador link', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, demo.member)
  await page.goto('/dashboard/customer/ambassador')
  await page.getByRole('button', { name: 'Kopiera länken' }).click()
  await expect(page.getByText('Länken är kopierad')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/signup?role=company&ref=0701740601')
})
