import { expect, type Page } from '@playwright/test'
import { change, openPostcode } from '../support/browser/alarm-people'
import {
  demo,
  demoPassword,
  fillLogIn,
  logIn,
  newEmail,
  newPostcode,
  signUpMember,
} from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible } from '../support/browser/scan'

async function findPerson(office: Page, name: string) {
  await office.goto('/dashboard/admin/users')
  await office.getByRole('searchbox').fill(name)
  await office.getByRole('button', { name: 'Sök' }).click()
  await office.getByRole('link', { name }).click()
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function joinCompany(page: Page, name: string, query = `plan=base&postal=${newPostcode()}`): Promise<string> {
  await page.goto(`/signup?role=company&${query}`)
  await page.getByLabel('Företagsnamn').fill(name)
  await page.getByLabel('Organisationsnummer').fill('556016-0680')
  await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
  await page.getByLabel('Adress').fill('Provvägen 1')
  await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill(demoPassword)
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(page).toHaveURL(`/dashboard/provider${query.includes('plan=sponsor') ? '?paket=sponsor' : ''}`)
  return name
}

async function openCompany(office: Page, name: string) {
  await office.goto(`/dashboard/admin/companies?q=${encodeURIComponent(name)}`)
  await office.getByRole('link', { name }).first().click()
  await expect(office.getByRole('heading', { level: 1, name })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('an admin approves a new company and marks its sponsor month as paid', async ({ page, browser }) => {
      test.slow()
      const company = { name: `Nybolaget ${newPostcode()}`, postcode: await openPostcode() }
      await joinCompany(page, company.name, `plan=sponsor&postal=${company.postcode}`)
      await page.getByRole('link', { name: 'Välj månad' }).click()
      await page
        .getByRole('group', { name: /Välj er månad/ })
        .locator('input')
        .first()
        .check()
      await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
      await page.getByRole('button', { name: 'Skicka ansökan' }).click()
      await expect(page.getByText('Ansökan mottagen!')).toBeVisible()

      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await office.goto('/dashboard/admin')
      await office.getByRole('link', { name: /Företag att granska/ }).click()
      // The overview, which stays visible until the list has loaded, shows the name too.
      await expect(office.getByRole('heading', { level: 1, name: 'Företag', exact: true })).toBeVisible()
      await office.getByRole('link', { name: company.name }).click()
      await office.getByRole('button', { name: 'Godkänn' }).click()
      await expect(office.getByText('Företaget är godkänt')).toBeVisible()
      await office.getByText('Markera som betald och aktivera').click()
      await office.getByRole('button', { name: 'Ja, betalningen är här' }).click()
      await expect(office.getByText('Betalningen är noterad')).toBeVisible()
      await expect(office.getByText('Godkände företaget')).toBeVisible()
      await office.close()

      await page.goto(`/companies?postal=${company.postcode}`)
      await expect(page.getByText('Månadens sponsor')).toBeVisible()
    })

    test('an admin gives a company a season and changes it back to the base', { tag: '@long' }, async ({ page }) => {
      test.slow()
      const company = await joinCompany(page, javaScriptEnabled ? 'Säsongsbolaget' : 'Skriptlösa säsongsbolaget')
      await page.context().clearCookies()
      await logIn(page, demo.admin)
      await openCompany(page, company)
      await page.getByRole('link', { name: 'Byt paket' }).click()
      await page.getByRole('link', { name: 'Säsongspartner' }).click()
      const boxes = page.getByRole('group', { name: /Säsongens månader/ }).locator('input')
      await boxes.nth(0).check()
      await boxes.nth(2).check()
      await page.getByRole('button', { name: 'Se vad det innebär' }).click()
      await expect(page.getByText(/Företaget ska betala 3\s990\skr exklusive moms/)).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByLabel('Kampanjens rubrik').fill('Julstädning')
      await page.getByLabel('Varför?').fill('Beställt per telefon')
      await page.getByRole('button', { name: 'Byt paket' }).click()
      await expect(page.getByText('Bekräfta att paketet ska bytas').first()).toBeVisible()
      await expect(page.getByLabel('Kampanjens rubrik')).toHaveValue('Julstädning')
      await page.getByRole('checkbox', { name: /Ja, byt/ }).check()
      await page.getByRole('button', { name: 'Byt paket' }).click()
      await expect(page.getByText('Paketet är bytt')).toBeVisible()
      await expect(page.getByText('Ansökt', { exact: true })).toHaveCount(2)

      await page.getByRole('link', { name: 'Byt paket' }).click()
      await page.getByRole('link', { name: 'Bas', exact: true }).click()
      await expect(page.getByText(/ska inte längre betalas/)).toBeVisible()
      await page.getByLabel('Varför?').fill('Ångrade sig')
      await page.getByRole('checkbox', { name: /Ja, byt/ }).check()
      await page.getByRole('button', { name: 'Byt paket' }).click()
      await expect(page.getByText('Paketet är bytt')).toBeVisible()
      await expect(page.getByText('Släppt')).toHaveCount(2)
      await expect(page.getByText('Bytte paket')).toHaveCount(2)
    })

    test('an admin ticks two companies and approves them together', { tag: '@long' }, async ({ page }) => {
      test.slow()
      const mark = `Tvilling${newPostcode()}`
      for (const each of ['ett', 'två']) {
        await joinCompany(page, `${mark} ${each}`)
        await page.context().clearCookies()
      }
      await logIn(page, demo.admin)
      await page.goto(`/dashboard/admin/companies?q=${mark}`)
      const ticks = page.getByRole('checkbox', { name: /Bocka för/ })
      for (const index of [0, 1]) await ticks.nth(index).check()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Hämta de förbockade som CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('foretag.csv')
      await page.getByRole('button', { name: 'Åtgärder för de förbockade' }).click()
      await expect(page.getByText('Det gäller: 2 valda företag')).toBeVisible()
      await page.getByRole('radio', { name: /Godkänn/ }).check()
      await page.getByLabel('Varför?').fill('Kontrollerade hos Bolagsverket')
      await page.getByRole('checkbox', { name: /alla valda/ }).check()
      await page.getByRole('button', { name: 'Börja' }).click()
      await expect(page).toHaveURL(/\/companies\/bulk\/[0-9a-f-]+$/)
      await expect(async () => {
        if (!javaScriptEnabled) await page.reload()
        await expect(page.getByText('2 är gjorda.')).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await page.goto(`/dashboard/admin/companies?q=${mark}&visa=approved`)
      await expect(page.getByRole('link', { name: mark })).toHaveCount(2)
    })

    test('an admin answers a question from the start page by mail', { tag: '@long' }, async ({ page, browser }) => {
      const name = `Frågvis ${newPostcode()}`
      await page.goto('/')
      const form = page.locator('#contact')
      await form.getByLabel('Namn').fill(name)
      await form.getByLabel('E-post').fill('fragvis@exempel.se')
      await form.getByLabel(/Meddelande/).fill('Vad kostar det?')
      await form.getByRole('button', { name: /Skicka/ }).click()
      await expect(page.getByText('Tack för ditt intresse!')).toBeVisible()

      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await office.goto('/dashboard/admin/messages')
      await office.getByRole('link', { name }).click()
      await office.getByRole('button', { name: 'Skicka svaret' }).click()
      await expect(office.getByRole('link', { name: 'Skriv ett svar' })).toBeVisible()
      await office.getByLabel('Ditt svar').fill(`Det kostar 39 kr i månaden, ${name}.`)
      await office.getByRole('button', { name: 'Skicka svaret' }).click()
      await expect(office.getByText('Svaret är på väg')).toBeVisible()
      await expect(office.getByText('Besvarat')).toBeVisible()
      await office.goto('/dashboard/admin/outbox?q=fragvis%40exempel.se')
      await expect(office.getByText('Svar på din fråga till Kvartera').first()).toBeVisible()
      await office.goto('/dashboard/admin/messages')
      await expect(office.getByRole('link', { name })).toHaveCount(0)
      await office.close()
    })

    test('an admin finds a person, gives free months, blocks the account and unblocks it @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const [email, name] = [newEmail(), `Sökt ${newPostcode()}`]
      await signUpMember(page, { name, email })
      await expect(page).toHaveURL('/dashboard/customer')

      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await findPerson(office, name)
      await office.getByLabel('Antal månader').fill('2')
      await office.locator('#manader').getByLabel('Varför?').fill('Hjälpte oss att prova')
      await office.getByRole('button', { name: 'Ge månaderna' }).click()
      await expect(office.getByText('Månaderna är givna')).toBeVisible()
      await expect(office.getByText('Fria månader').first()).toBeVisible()

      await office.getByText('Spärra kontot').first().click()
      const dialog = javaScriptEnabled
        ? office.getByRole('dialog').filter({ visible: true })
        : office.locator('#sparra')
      await dialog.getByLabel('Varför?').fill('Ett prov')
      await dialog.getByRole('checkbox').check()
      await dialog.getByRole('button', { name: 'Spärra kontot' }).click()
      await expect(office.getByText('Kontot är spärrat')).toBeVisible()

      await page.goto('/dashboard/customer')
      await expect(page).toHaveURL(/\/auth/)
      await fillLogIn(page, email, 'gullviva62')
      await expect(page.getByText('Kontot är spärrat.')).toBeVisible()

      await office.getByRole('button', { name: 'Ta bort spärren' }).click()
      await expect(office.getByText('Spärren är borta')).toBeVisible()
      await office.goto('/dashboard/admin/audit?vad=block+person')
      await expect(office.getByRole('link', { name }).first()).toBeVisible()
      await office.close()
      await fillLogIn(page, email, 'gullviva62')
      await expect(page).toHaveURL('/dashboard/customer')
    })

    test('an admin adds a postcode, which can be opened only when a partner covers it', { tag: '@long' }, async ({
      page,
    }) => {
      const code = newPostcode()
      await logIn(page, demo.admin)
      await page.goto('/dashboard/admin/postcodes')
      await page.getByLabel('Postnummer', { exact: true }).fill(code)
      await page.getByLabel('Namn').fill('Provbyn')
      await page.getByRole('button', { name: 'Lägg till' }).click()
      await expect(page).toHaveURL(`/dashboard/admin/postcodes/${code}#top`)
      const open = async () => {
        await page.getByRole('radio', { name: /Öppet/ }).check()
        await page.locator('#lage').getByLabel('Varför?').fill('Nu går någon där')
        await page.getByRole('button', { name: 'Ändra läget' }).click()
      }
      await open()
      await expect(
        page
          .locator('#lage')
          .getByText(/Ingen trygghetspartner får larm härifrån än/)
          .last(),
      ).toBeVisible()
      await change(`insert into security_partner_areas (company_id, postcode)
        select company_id, '${code}' from security_partner_areas where postcode = '12540'`)
      await open()
      await expect(page.getByText('Läget är ändrat')).toBeVisible()
      await page.getByLabel('Postnummer bredvid').fill('12540')
      await page.locator('#grannar').getByRole('button', { name: 'Lägg till' }).click()
      await expect(page.getByText('Grannen är tillagd')).toBeVisible()
    })
  })
}

test('the page of a bulk job updates by itself until the job is done @long', async ({ page }) => {
  const postcode = newPostcode()
  await signUpMember(page, { name: 'Massa Mötes', email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')
  await page.goto('/dashboard/account')
  await page.getByLabel('Postnummer').fill(postcode)
  await page.getByRole('button', { name: 'Spara' }).first().click()
  await expect(page.getByText(/sparad/).first()).toBeVisible()
  await page.context().clearCookies()

  await logIn(page, demo.admin)
  await page.goto(`/dashboard/admin/users?postnummer=${postcode}`)
  await page.getByRole('link', { name: 'Åtgärder för flera' }).click()
  await expect(page.getByText('Massa Mötes.')).toBeVisible()
  await page.getByRole('radio', { name: /Ge fria månader/ }).check()
  await page.getByLabel('Varför?').fill('Strömmen gick')
  await page.getByRole('checkbox', { name: /alla i urvalet/ }).check()
  await page.getByRole('button', { name: 'Börja' }).click()
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]+$/)
  await expect(page.getByText('1 är gjorda.')).toBeVisible()
  await expect(page.getByText('Klart')).toBeVisible()
})

test('lists can be downloaded as CSV', { tag: '@long' }, async ({ page }) => {
  await logIn(page, demo.admin)
  for (const [address, file] of [
    ['/dashboard/admin/users?roll=admin', 'anvandare.csv'],
    ['/dashboard/admin/companies', 'foretag.csv'],
  ] as const) {
    await page.goto(address)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Hämta som CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(file)
  }
})
