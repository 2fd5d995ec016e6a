import { type Browser, expect, type Page } from '@playwright/test'
import { openPostcode } from '../../support/browser/alarm-people'
import {
  demo,
  demoPassword,
  fillLogIn,
  logIn,
  logOut,
  newEmail,
  newPostcode,
} from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'

type Company = { name: string; email: string; postcode: string }

async function signUpCompany(page: Page, plan: 'base' | 'sponsor' | 'season' = 'base'): Promise<Company> {
  const company = {
    name: `Provbolaget ${newPostcode()}`,
    email: newEmail(),
    postcode: await openPostcode(),
  }
  await page.goto(`/signup?role=company&plan=${plan}&postal=${company.postcode}`)
  await page.getByLabel('Företagsnamn').fill(company.name)
  await page.getByLabel('Organisationsnummer').fill('556016-0680')
  await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
  await page.getByLabel('Adress').fill('Provvägen 1')
  await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
  await page.getByLabel('E-post').fill(company.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(demoPassword)
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(page).toHaveURL(
    {
      base: '/dashboard/provider',
      sponsor: '/dashboard/provider?paket=sponsor',
      season: '/dashboard/provider?paket=season',
    }[plan],
  )
  return company
}

/** Companies of the demo, one for each test that needs only a company. */
const demoCompanies = {
  'season true': { name: 'Mjuka Händer Massage', email: 'foretag04@demo.example' },
  'season false': { name: 'Fötterna Först', email: 'foretag05@demo.example' },
  'tabs true': { name: 'Grannens IT-hjälp', email: 'foretag06@demo.example' },
  'tabs false': { name: 'Följeslagarna', email: 'foretag07@demo.example' },
  'release true': { name: 'Älvsjö Hundvakt', email: 'foretag08@demo.example' },
  'release false': { name: 'Salong Solberga', email: 'foretag03@demo.example' },
} as const

/** Logs in as the company of a test, which books a month of its own. */
async function logInFor(page: Page, what: 'season' | 'tabs' | 'release', javaScriptEnabled: boolean) {
  const company = demoCompanies[`${what} ${javaScriptEnabled}`]
  await logIn(page, company.email)
  return company
}

const months = (page: Page) => page.getByRole('group', { name: /Välj (er månad|månader)/ }).locator('input')
const acceptTerms = (page: Page) => page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
const send = (page: Page) => page.getByRole('button', { name: 'Skicka ansökan' }).click()
/** Without JavaScript the browser keeps the form's anchor in the address. */
const overview = /\/dashboard\/provider(#ansok)?$/
const refusal = (page: Page) => page.getByRole('alert').filter({ hasText: 'Ett fel uppstod' })

async function applyAsSponsor(page: Page, month: number) {
  await page.goto('/sponsor/apply')
  await months(page).nth(month).check()
  await acceptTerms(page)
  await send(page)
  await expect(page.getByText('Ansökan mottagen! Vi kontaktar dig för betalning.')).toBeVisible()
  await expect(page).toHaveURL(overview)
}

/**
 * What everybody sees of a company: its badge in the directory and on its profile, and never that it is a security
 * partner.
 */
async function expectBadge(page: Page, company: Company, isShown: boolean) {
  await page.goto(`/companies?postal=${company.postcode}`)
  const card = page.getByRole('article').filter({ hasText: company.name })
  await expect(card).toBeVisible()
  await expect(card.getByText('Månadens sponsor')).toHaveCount(isShown ? 1 : 0)
  await expect(card.getByText('Trygghetspartner')).toHaveCount(0)
  await card.getByRole('link', { name: /Visa profil/ }).click()
  await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible()
  await expect(page.getByText('Månadens sponsor')).toHaveCount(isShown ? 1 : 0)
  await expect(page.getByRole('region', { name: 'Om säljaren' })).toContainText('556016-0680')
  await page.goto('/security')
  await expect(page.getByText(company.name)).toHaveCount(0)
}

/** The administrator's page about a company, found by searching. */
async function openAsAdmin(browser: Browser, javaScriptEnabled: boolean, company: { name: string }): Promise<Page> {
  const office = await browser.newPage({ javaScriptEnabled })
  await logIn(office, demo.admin)
  await office.goto(`/dashboard/admin/companies?q=${encodeURIComponent(company.name)}`)
  await office.getByRole('link', { name: company.name }).click()
  await expect(office.getByRole('heading', { name: company.name })).toBeVisible()
  return office
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a sponsor’s badge is shown only while its month is approved, paid and not released', async ({
      page,
      browser,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const company = await signUpCompany(page, 'sponsor')
      await page.getByRole('link', { name: 'Välj månad' }).click()
      await send(page)
      await expect(refusal(page).getByRole('link', { name: 'Välj en månad' })).toBeVisible()
      await expect(refusal(page).getByRole('link', { name: 'Du måste godkänna villkoren' })).toBeVisible()
      await applyAsSponsor(page, 0)

      // Applied: only the company sees it.
      await page.goto('/dashboard/provider/package')
      await expect(page.getByRole('table').getByText('Ansökt', { exact: true })).toBeVisible()
      await expect(page.getByText('Inget märke.')).toBeVisible()
      await page.goto('/sponsor/apply')
      await expect(months(page).first()).toBeDisabled()
      await expectBadge(page, company, false)

      // Paid, but not approved.
      const office = await openAsAdmin(browser, javaScriptEnabled, company)
      await expect(office.getByText('Huvudsponsor (ansökt)')).toBeVisible()
      await office.getByText('Markera som betald och aktivera').click()
      await office.getByRole('button', { name: 'Ja, betalningen är här' }).click()
      await expect(office.getByText('Betalningen är noterad')).toBeVisible()
      await expect(office.getByText('Huvudsponsor (betald, väntar på granskning)')).toBeVisible()
      await expectBadge(page, company, false)

      // Approved: the month is paid and running.
      await office.getByRole('button', { name: 'Godkänn', exact: true }).click()
      await expect(office.getByText('Huvudsponsor (syns nu)')).toBeVisible()
      await expectBadge(page, company, true)
      await page.goto('/dashboard/provider/package')
      await expect(page.getByRole('table').getByText('Grannarna ser den nu.')).toBeVisible()
      await page
        .getByRole('link', { name: /Kvitto \d+/ })
        .first()
        .click()
      await expect(page.getByText(/går 199,00\skr till ronderna/)).toBeVisible()
      await page.goto(`/svarstider/${company.postcode}`)
      await expect(page.getByRole('region', { name: 'Företagens bidrag till ronderna' })).toContainText(/199\skr/)

      // Released: the badge is gone.
      await office.getByText('Släpp månaden').first().click()
      const dialog = office.getByRole('dialog').filter({ visible: true })
      await dialog.getByLabel('Varför?').fill('På företagets begäran')
      await dialog.getByRole('button', { name: 'Släpp månaden' }).click()
      await expect(office.getByText('Månaden är släppt')).toBeVisible()
      await office.close()
      await expectBadge(page, company, false)
    })

    test('a released month can be booked again, and the company reads why it was released', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      const company = await logInFor(page, 'release', javaScriptEnabled)
      const month = javaScriptEnabled ? 7 : 8
      await applyAsSponsor(page, month)
      const office = await openAsAdmin(browser, javaScriptEnabled, company)
      await office.getByText('Släpp månaden').first().click()
      const dialog = office.getByRole('dialog').filter({ visible: true })
      await dialog.getByRole('button', { name: 'Släpp månaden' }).click()
      await expect(dialog.getByText('Skriv varför, så att företaget förstår').first()).toBeVisible()
      await dialog.getByLabel('Varför?').fill('Betalningen kom aldrig')
      await dialog.getByRole('button', { name: 'Släpp månaden' }).click()
      await expect(office.getByText('Månaden är släppt')).toBeVisible()
      await office.close()

      await page.goto('/dashboard/provider/package')
      await expect(page.getByText('Anledning: Betalningen kom aldrig')).toBeVisible()
      await applyAsSponsor(page, month)
    })

    test('a company applies as season partner', { tag: '@long' }, async ({ page }) => {
      await logInFor(page, 'season', javaScriptEnabled)
      await page.goto('/season/apply')
      await send(page)
      for (const message of ['Välj minst en månad', 'Ange en kampanjrubrik', 'Du måste godkänna villkoren']) {
        await expect(refusal(page).getByRole('link', { name: message })).toBeVisible()
      }
      for (const month of [1, 2, 4]) await months(page).nth(month).check()
      // A second click deselects it.
      await months(page).nth(2).uncheck()
      await page.getByLabel('Kampanjens rubrik').fill('Storstädning inför jul')
      await page.getByLabel(/Beskriv kampanjen/).fill('Ugn, fönster och förråd.')
      await acceptTerms(page)
      await expect(page.getByText(/3\s990\skr/)).toBeVisible()
      await send(page)
      await expect(page.getByText(/Ansökan mottagen! Totalt: 3\s990\skr/)).toBeVisible()
      await expect(page).toHaveURL(overview)

      await page.goto('/dashboard/provider/package')
      await expect(page.getByText('”Storstädning inför jul”')).toHaveCount(2)
      await page.goto('/season/apply')
      for (const [month, taken] of [false, true, false, false, true].entries()) {
        await expect(months(page).nth(month)).toBeEnabled({ enabled: !taken })
      }
    })

    test('the second of two tabs is told that the month is taken, and keeps the accepted terms', {
      tag: '@long',
    }, async ({ page, context }) => {
      await logInFor(page, 'tabs', javaScriptEnabled)
      const other = await context.newPage()
      for (const tab of [page, other]) {
        await tab.goto('/sponsor/apply')
        await months(tab)
          .nth(javaScriptEnabled ? 5 : 6)
          .check()
        await acceptTerms(tab)
      }
      await send(page)
      await expect(page).toHaveURL(overview)
      await send(other)
      await expect(refusal(other).getByText('Den månaden är redan bokad')).toBeVisible()
      await expect(other.getByRole('checkbox', { name: /Jag godkänner/ })).toBeChecked()
    })

    test('a member who applies for a package is told to register a company, and can log out to do so', {
      tag: '@long',
    }, async ({ page }) => {
      await page.goto('/season/apply')
      await expect(page).toHaveURL('/auth?redirectTo=%2Fseason%2Fapply')
      await fillLogIn(page, demo.member, demoPassword)
      await expect(page).toHaveURL('/signup?role=company')
      await expect(page.getByText('Du måste ha ett registrerat företag för att ansöka')).toBeVisible()
      await page.getByRole('button', { name: 'Logga ut och registrera företaget' }).click()
      await expect(page.getByLabel('Företagsnamn')).toBeVisible()
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/auth/)
    })
  })
}

test('a fourth month cannot be ticked, and the page says why', { tag: '@long' }, async ({ page }) => {
  await logIn(page, demo.company)
  await page.goto('/season/apply')
  for (const month of [0, 1, 2]) await months(page).nth(month).check()
  await months(page).nth(3).click()
  await expect(months(page).nth(3)).not.toBeChecked()
  await expect(page.getByText('Du kan välja max 3 månader')).toBeVisible()
  await expect(page.getByText(/5\s985\skr/)).toBeVisible()
})

test('without JavaScript the server refuses a fourth month', { tag: '@long' }, async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await logIn(page, demo.company)
  await page.goto('/season/apply')
  for (const month of [0, 1, 2, 3]) await months(page).nth(month).check()
  await page.getByLabel('Kampanjens rubrik').fill('Vårstäd')
  await acceptTerms(page)
  await send(page)
  await expect(refusal(page).getByRole('link', { name: 'Du kan välja max 3 månader' })).toBeVisible()
  for (const month of [0, 1, 2, 3]) await expect(months(page).nth(month)).toBeChecked()
  await page.close()
})

test('a company that chose a package when it signed up is led to its months', { tag: '@long' }, async ({ page }) => {
  await signUpCompany(page, 'season')
  await page.getByRole('link', { name: 'Välj månader' }).click()
  await expect(page).toHaveURL('/season/apply')
  await page.goto('/dashboard/provider/package')
  await expect(page.getByText('Ert paket').locator('..')).toContainText('Bas')
  // The start page's links redirect a logged-in company there, too.
  await page.goto('/signup?role=company&plan=sponsor')
  await expect(page).toHaveURL('/sponsor/apply')
  await page.goto('/dashboard')
  await logOut(page)
})
