import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { letBegin, letCount } from '../../support/browser/begun'
import { demo, logIn, newEmail, sayWhere, signUpMember } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { chooseService, company, service, workday } from '../../support/browser/it-help'
import { expectNoSidewaysScroll, scanIf } from '../../support/browser/scan'
import { beforeItLooks } from '../../support/pace/soon'

/** A new member, on the page for booking the service on a day that no other journey uses. */
async function signUpAndChoose(page: Page, name: string, ahead: number) {
  await signUpMember(page, { name, email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')
  await chooseService(page, workday(ahead))
  await sayWhere(page)
}

/** The company confirms and completes the booking; returns its card. */
async function confirmAndDo(office: Page, name: string, weeks?: number) {
  await logIn(office, company.email)
  await office.goto('/dashboard/provider/bookings?visa=vantar')
  const card = office.getByRole('article').filter({ hasText: name })
  await card.getByRole('button', { name: /^Bekräfta bokning/ }).click()
  await expect(office.getByText('Status uppdaterad')).toBeVisible()
  await letBegin(name, weeks)
  await office.goto('/dashboard/provider/bookings?visa=bekraftade')
  await card.getByRole('button', { name: /^Markera som genomförd/ }).click()
  await expect(card.getByText(/^Räknas som genomförd kl\. /)).toBeVisible()
  await letCount(name)
  return card
}

test.use({ viewport: { width: 390, height: 844 } })

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const scan = scanIf(javaScriptEnabled)

    test('the way to pay is shown before booking, and both sides note the job as paid @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await signUpAndChoose(page, name, javaScriptEnabled ? 43 : 48)
      await expect(page.getByText(`Du betalar till ${company.name} när jobbet är gjort, med Swish`)).toBeVisible()
      await scan(page)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Bokning skickad!')).toBeVisible()

      const office = await browser.newPage({ javaScriptEnabled })
      const card = await confirmAndDo(office, name)

      await page.goto('/dashboard/customer/bookings')
      await page.getByRole('link', { name: service, exact: true }).click()
      const payment = page.getByRole('region', { name: 'Betalning' })
      await expect(payment.getByText('625,50 kr').first()).toBeVisible()
      await expect(payment.getByRole('img', { name: /^QR-kod för Swish: 625,50 kr till 123 118 11 89/ })).toBeVisible()
      await expect(payment.getByRole('link', { name: 'Öppna Swish' })).toBeVisible()
      await expect(payment.getByText(/^BOKNING-[0-9A-F]{8}$/)).toBeVisible()
      await scan(page)
      await payment.getByRole('button', { name: 'Jag har betalat' }).click()
      await expect(page.getByText('Noterat som betalt')).toBeVisible()
      await expect(payment.getByText(/^Du noterade som betald/)).toBeVisible()

      await office.goto('/dashboard/provider/bookings?visa=genomforda')
      await card.getByRole('link', { name: service }).first().click()
      const received = office.getByRole('region', { name: 'Betalning' })
      await expect(received.getByText('Betald, säger kunden')).toBeVisible()
      await scan(office)
      await received.getByRole('button', { name: 'Vi har fått betalt' }).click()
      await expect(received.getByText('Betald', { exact: true })).toBeVisible()
      await page.reload()
      await expect(payment.getByText('Betald', { exact: true })).toBeVisible()
      await office.close()
    })

    test('an administrator decides a payment dispute, and the member reads the decision @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const name = `Prov ${randomBytes(4).toString('hex')}`
      await signUpAndChoose(page, name, javaScriptEnabled ? 55 : 60)
      await page.getByRole('button', { name: 'Bekräfta bokning' }).click()
      await expect(page.getByText('Bokning skickad!')).toBeVisible()
      const office = await browser.newPage({ javaScriptEnabled })
      await confirmAndDo(office, name, 51)
      await office.close()

      await page.goto('/dashboard/customer/bookings')
      await page.getByRole('link', { name: service, exact: true }).click()
      const payment = page.getByRole('region', { name: 'Betalning' })
      await payment.getByText('Vi är inte överens om betalningen').click()
      const words = `${name} fick halva jobbet gjort.`
      await payment.getByLabel('Vad är ni inte överens om?').fill(words)
      await payment.getByRole('button', { name: 'Skicka till oss' }).click()
      await expect(page.getByText('Vi har fått det')).toBeVisible()
      await expect(payment.getByText('Ni är inte överens', { exact: true })).toBeVisible()

      const admin = await browser.newPage({ javaScriptEnabled })
      await logIn(admin, demo.admin)
      await admin.goto('/dashboard/admin')
      await admin.getByRole('link', { name: /Oense om betalning att avgöra/ }).click()
      const waiting = admin.getByRole('region', { name: service }).filter({ hasText: words })
      await waiting.getByLabel('Besked till båda').fill('Halva jobbet gjordes, så halva priset gäller.')
      await waiting.getByLabel('Priset för jobbet').fill('312,50')
      await waiting.getByLabel('Vad är kvar att betala?').selectOption('to pay')
      await scan(admin)
      await waiting.getByRole('button', { name: 'Avgör och skicka till båda' }).click()
      await expect(admin.getByText('Beskedet är skickat till båda')).toBeVisible()
      await admin.close()

      await page.reload()
      await expect(payment.getByText('Halva jobbet gjordes, så halva priset gäller.')).toBeVisible(beforeItLooks)
      await expect(payment.getByText('312,50 kr').first()).toBeVisible()
      await scan(page)
    })
  })
}

test('a company pays a month’s fee for bookings and sees it as paid @long', async ({ page, browser }) => {
  test.slow()
  await logIn(page, 'foretag@demo.example')
  await page.goto('/dashboard/provider/package')
  await page.getByRole('link', { name: /^Betala Avgift för bokningar/ }).click()
  await expect(page.getByRole('heading', { name: 'Betala avgiften för bokningar' })).toBeVisible()
  await expect(page.getByText(/^Avgift för (en bokning|\d+ bokningar), /)).toBeVisible()
  await page.getByText('Skriv in betalningen själv i Swish').click()
  await expect(page.getByRole('img', { name: /^QR-kod för Swish/ })).toBeVisible()
  // innerText is empty for folded content, so it was unfolded.
  const reference = await page.getByText(/^KV \d/).innerText()
  expect(reference).toMatch(/^KV [\d ]+$/)
  const paper = page.getByRole('link', { name: 'Bokningarna som det gäller (PDF)' })
  const file = await page.request.get((await paper.getAttribute('href')) ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
  await expectNoSidewaysScroll(page)

  const admin = await browser.newPage()
  await logIn(admin, demo.admin)
  await admin.goto(`/dashboard/admin/payments?q=${encodeURIComponent(reference)}`)
  await admin
    .getByRole('button', { name: /^Markera som betald|^Betald/ })
    .first()
    .click()
  await admin.getByRole('button', { name: 'Markera nu' }).click()
  await expect(admin.getByText('En betalning är bokförd')).toBeVisible()
  await admin.close()

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Betalt' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Intäkter', exact: true }).click()
  const fee = page.getByRole('region', { name: /^Avgiften för / })
  await expect(fee.getByText('Betald', { exact: true })).toBeVisible()
})
