import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { demo, logIn, logOut, newEmail, newPhone, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { signUpCompanyThatOwes } from '../support/browser/company-that-owes'
import { scanIf } from '../support/browser/scan'

const address = '/dashboard/customer/membership'

/** Two neighbours of the demo whose trial is ending: one for each run. */
const late = { with: 'granne02@demo.example', without: 'granne04@demo.example' }

async function pdfOf(page: Page) {
  const address = await page.getByRole('link', { name: 'Hämta som PDF' }).getAttribute('href')
  const answer = await page.request.get(address ?? '')
  expect(answer.headers()['content-type']).toBe('application/pdf')
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const scan = scanIf(javaScriptEnabled)

    test('an unpaid member pays, an admin marks it as paid, and the member gets a receipt', async ({
      page,
      browser,
    }) => {
      test.slow()
      await logIn(page, javaScriptEnabled ? late.with : late.without)
      await page.goto(address)
      const state = page.getByRole('region', { name: 'Ditt medlemskap' })
      await expect(state.getByText('Månaden är inte betald')).toBeVisible()
      await expect(state.getByText('Trygghetslarmet fungerar som vanligt')).toBeVisible()
      await scan(page)
      await state.getByRole('link', { name: /^Betala 39/ }).click()
      await expect(page.getByRole('heading', { name: 'Betala medlemskapet' })).toBeVisible()
      await page.getByText('Skriv in betalningen själv i Swish').click()
      await expect(page.getByRole('img', { name: /^QR-kod för Swish: 39,00/ })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Öppna Swish' })).toHaveAttribute('href', /amt=39\.00.*msg=KV\d+/)
      const reference = /msg=(KV\d+)/.exec(
        (await page.getByRole('link', { name: 'Öppna Swish' }).getAttribute('href')) ?? '',
      )?.[1]
      await scan(page)

      const admin = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await logIn(admin, demo.admin)
      await admin.goto('/dashboard/admin/payments')
      await admin.getByLabel('Sök', { exact: true }).fill(reference ?? '')
      await admin.getByRole('button', { name: 'Sök' }).click()
      await expect(admin).toHaveURL(/q=KV/)
      await expect(admin.getByRole('checkbox')).toHaveCount(1)
      await admin.getByRole('checkbox').check()
      const mark = admin.getByRole('button', { name: 'Markera de förbockade som betalda' })
      await mark.click()
      // The payer's name is shown before the payment is recorded, and it can be undone.
      if (javaScriptEnabled) {
        await expect(admin.getByText('Markeras som betalt om några sekunder')).toBeVisible()
        await scan(admin)
        await admin.getByRole('button', { name: 'Ångra' }).click()
        await expect(admin.getByText('Markeras som betalt om några sekunder')).toHaveCount(0)
        // Keyboard focus stays where it was.
        await expect(mark).toBeFocused()
        await expect(admin.getByRole('checkbox')).toBeChecked()
        await mark.click()
      } else {
        await expect(admin.getByRole('heading', { name: 'Har pengarna kommit?' })).toBeVisible()
        await scan(admin)
        await admin.getByRole('button', { name: 'Ja, markera som betalt' }).click()
      }
      await expect(admin.getByText('En betalning är bokförd')).toBeVisible()
      await expect(admin.getByText('Inga träffar')).toBeVisible()
      await scan(admin)
      await admin.context().close()

      // With JavaScript the page updates by itself.
      if (!javaScriptEnabled) await page.reload()
      await expect(page.getByRole('heading', { name: 'Betalt', exact: true })).toBeVisible()
      await page.getByRole('link', { name: /^Visa kvitto/ }).click()
      await expect(page.getByRole('heading', { name: /^Kvitto \d{4}$/ })).toBeVisible()
      await expect(page.getByText('Momsreg.nr')).toBeVisible()
      await scan(page)
      await pdfOf(page)

      await page.goto(address)
      await expect(state.getByText(/^Betalt till/)).toBeVisible()
      await expect(page.getByRole('link', { name: /^Kvitto \d/ })).toBeVisible()

      await page.getByRole('link', { name: 'Säg upp medlemskapet' }).click()
      await page.getByRole('button', { name: 'Säg upp medlemskapet' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Medlemskapet är kvar')
      await scan(page)
      await page.getByRole('checkbox', { name: 'Ja, jag vill säga upp mitt medlemskap' }).check()
      await page.getByRole('button', { name: 'Säg upp medlemskapet' }).click()
      await expect(page.getByRole('heading', { name: 'Kvitto på din uppsägning' })).toBeVisible()
      await scan(page)
      await page.goto(address)
      await page.getByRole('button', { name: 'Jag vill vara kvar' }).click()
      await expect(page.getByText('Du är kvar')).toBeVisible()
      await expect(state.getByText(/^Betalt till/)).toBeVisible()
    })

    test('a new member withdraws from the contract in two steps, and comes back', { tag: '@long' }, async ({
      page,
    }) => {
      await signUpMember(page, { email: newEmail(), phone: newPhone() })
      await expect(page).toHaveURL('/dashboard/customer')
      await page.goto(address)
      await expect(page.getByText(/^Du provar gratis till/)).toBeVisible()
      await page.getByRole('link', { name: 'Ångra avtalet' }).click()
      await page.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Avtalet gäller fortfarande')
      await page.getByRole('checkbox', { name: 'Ja, jag ångrar avtalet' }).check()
      await scan(page)
      await page.getByRole('button', { name: 'Bekräfta att jag ångrar avtalet' }).click()
      await expect(page.getByRole('heading', { name: 'Du har ångrat avtalet' })).toBeVisible()
      await scan(page)
      await page.goto(address)
      await page.getByRole('button', { name: 'Kom tillbaka utan kostnad' }).click()
      await expect(page.getByText('Välkommen tillbaka')).toBeVisible()
      await expect(page.getByText(/^Du provar gratis till/)).toBeVisible()
    })

    test('an admin books a company’s payment from the bank file, and its month becomes paid', {
      tag: '@long',
    }, async ({ page, browser }) => {
      test.slow()
      const { name, reference } = await signUpCompanyThatOwes(page)
      await scan(page)
      await page.getByRole('link', { name: /^Betala Huvudsponsor/ }).click()
      await expect(page.getByText('1 243,75 kr').first()).toBeVisible()
      await scan(page)

      const admin = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await logIn(admin, demo.admin)
      await admin.goto('/dashboard/admin/payments')
      const text = `Datum;Belopp;Text\n2026-11-20;1 243,75;Betalning ${reference}\n2026-11-20;10,00;Fika\n`
      const file = { name: `konto-${randomInt(1_000_000)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) }
      await admin.getByLabel('Kontohändelser från banken').setInputFiles(file)
      await admin.getByRole('button', { name: 'Läs in' }).click()
      await expect(admin.getByRole('heading', { name: /^1 stämmer/ })).toBeVisible()
      await expect(admin.getByText('Saknar nummer')).toBeVisible()
      await scan(admin)
      await admin.getByRole('button', { name: 'Bokför betalningen' }).click()
      await expect(admin.getByText('En betalning är bokförd')).toBeVisible()
      await expect(admin.getByText('Inget nytt att bokföra')).toBeVisible()
      await expect(admin.getByRole('heading', { name: 'Redan bokfört' })).toBeVisible()
      await admin.context().close()

      await page.goto('/dashboard/provider/package')
      await expect(page.getByText('Betald', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: /^Kvitto \d/ }).click()
      await expect(page.getByRole('main').getByText(name)).toBeVisible()
      await pdfOf(page)
    })
  })
}

test('an invalid bank file is refused with a message at its field @long', async ({ page }) => {
  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/payments')
  await page.getByRole('button', { name: 'Läs in' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Välj bankens fil')
  const file = { name: 'bild.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71]) }
  await page.getByLabel('Kontohändelser från banken').setInputFiles(file)
  await page.getByRole('button', { name: 'Läs in' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('rubriker')
  await logOut(page)
})
