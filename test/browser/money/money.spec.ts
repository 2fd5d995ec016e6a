import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { change } from '../../support/browser/alarm-people'
import { demo, logIn } from '../../support/browser/browser-people'
import { isAlive, scripts, test } from '../../support/browser/browser-test'
import { signUpCompanyThatOwes } from '../../support/browser/company-that-owes'
import { scanIf } from '../../support/browser/scan'
import { camt } from '../../support/counterparts/camt'
import { readSie } from '../../support/counterparts/sie-reader'

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    const scan = scanIf(javaScriptEnabled)
    /** With JavaScript the page updates by itself; without, it is reloaded. */
    const untilItSays = async (page: Page, words: string | RegExp) => {
      const said = page.getByText(words).first()
      const again = page.getByRole('link', { name: 'Se om betalningen har kommit' })
      await expect(async () => {
        if (!javaScriptEnabled && (await again.isVisible())) await again.click()
        await expect(said).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
    }

    test('a company declines in Swish, then pays, and the page follows @long', async ({ page }) => {
      test.slow()
      await signUpCompanyThatOwes(page)
      await page.getByRole('link', { name: /^Betala Huvudsponsor/ }).click()
      const swish = page.getByRole('region', { name: 'Med Swish' })
      await swish.getByLabel('Eller skriv numret till den som ska betala').fill('12')
      await swish.getByRole('button', { name: 'Skicka till telefonen' }).click()
      await expect(swish.getByText('Skriv ett mobilnummer, till exempel').first()).toBeVisible()
      await scan(page)
      await swish.getByRole('button', { name: 'Betala 1 243,75 kr med Swish' }).click()
      await expect(swish.getByRole('img', { name: /^QR-kod för att betala 1 243,75 kr/ })).toBeVisible()
      await expect(swish.getByRole('link', { name: 'Öppna Swish' })).toHaveAttribute(
        'href',
        /^swish:\/\/paymentrequest\?token=\w+&callbackurl=http/,
      )
      await scan(page)
      await swish.getByRole('button', { name: 'Säg nej i telefonen' }).click()
      await untilItSays(page, 'Du sa nej i Swish. Inga pengar är dragna.')
      await scan(page)
      await swish.getByLabel('Eller skriv numret till den som ska betala').fill('0701740699')
      await swish.getByRole('button', { name: 'Skicka till telefonen' }).click()
      await expect(swish.getByText('Öppna Swish på 070-174 06 99 och godkänn 1 243,75 kr.')).toBeVisible()
      await swish.getByRole('button', { name: 'Godkänn i telefonen' }).click()
      await untilItSays(page, /^Betalningen kom .* med Swish\.$/)
      // A live region, since the one about Swish is gone.
      await expect(page.getByRole('status').filter({ hasText: 'Allt är klart.' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Betalt', exact: true })).toBeVisible()
      await expect(page).toHaveTitle(/^Betalt/)
      await page.getByRole('link', { name: /^Visa kvitto/ }).click()
      await expect(page.getByRole('heading', { name: /^Kvitto \d{4}/ })).toBeVisible()
    })

    test('a struck charge is called struck in its title and heading @long', async ({ page }) => {
      const { reference } = await signUpCompanyThatOwes(page)
      await page.getByRole('link', { name: /^Betala Huvudsponsor/ }).click()
      await expect(page).toHaveTitle(/^Betala/)
      await change(
        `update charges set status = 'struck', struck_at = now(), struck_because = 'Månaden släpptes' where reference = $1`,
        [reference],
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Struken begäran', level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(/^Struken begäran/)
      await expect(page.getByRole('main')).not.toContainText('Betala')
      await scan(page)
    })

    test('an admin books payments from the bank’s camt file and downloads the books as SIE @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const { reference } = await signUpCompanyThatOwes(page)
      const admin = await (await browser.newContext({ javaScriptEnabled })).newPage()
      await logIn(admin, demo.admin)
      await admin.goto('/dashboard/admin/payments')
      const name = `T${randomInt(1_000_000_000)}`
      const text = camt(
        [
          { amount: '1243.75', parts: [{ amount: '1243.75', name, words: [`Faktura ${reference}`] }] },
          { amount: '100.00', currency: 'EUR' },
        ],
        { kind: 'camt.054', version: '001.08' },
      )
      const file = { name: `${name}.xml`, mimeType: 'text/xml', buffer: Buffer.from(text) }
      await admin.getByLabel('Kontohändelser från banken').setInputFiles(file)
      await admin.getByRole('button', { name: 'Läs in' }).click()
      await expect(admin.getByRole('heading', { name: /^1 stämmer/ })).toBeVisible()
      await expect(admin.getByText('Inte i kronor')).toBeVisible()
      await scan(admin)
      await admin.getByRole('button', { name: 'Bokför betalningen' }).click()
      await expect(admin.getByText('En betalning är bokförd')).toBeVisible()
      await expect(admin.getByText('Inget nytt att bokföra')).toBeVisible()
      await expect(admin.getByRole('heading', { name: 'Redan bokfört' })).toBeVisible()
      await page.reload()
      await expect(page.getByText('Betald', { exact: true })).toBeVisible()

      await admin.goto('/dashboard/admin/payments/books')
      await expect(admin.getByText('Momspliktig försäljning, exklusive moms')).toBeVisible()
      await scan(admin)
      const sie = await admin.getByRole('link', { name: /^Hämta SIE-fil/ }).getAttribute('href')
      const answer = await admin.request.get(sie ?? '')
      expect(answer.headers()['cache-control']).toContain('no-store')
      expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename="kvartera-\d{4}-\d{2}\.se"$/)
      const shown = reference.slice(2)
      const booked = readSie(await answer.body()).vouchers.filter((one) => one.text.replace(/\D/g, '').endsWith(shown))
      const rows = [
        { account: '1930', ore: 1243_75 },
        { account: '2611', ore: -248_75 },
        // The patrols' share of the package, set aside when it is paid.
        { account: '2898', ore: -199_00 },
        { account: '3012', ore: -995_00 },
        { account: '4600', ore: 199_00 },
      ]
      expect(booked).toMatchObject([{ rows }])
      expect((await page.request.get(sie ?? '', { maxRedirects: 0 })).status()).toBe(302)
      await admin.context().close()
    })
  })
}

test('the heading takes the focus when a payment that arrives removes the element that had it @long', async ({
  page,
}) => {
  await signUpCompanyThatOwes(page)
  await page.getByRole('link', { name: /^Betala Huvudsponsor/ }).click()
  await page.getByRole('button', { name: 'Betala 1 243,75 kr med Swish' }).click()
  await expect(page.getByRole('link', { name: 'Se om betalningen har kommit' })).toBeVisible()
  const [removed, kept, none] = [page, await page.context().newPage(), await page.context().newPage()]
  for (const other of [kept, none]) {
    await other.goto(page.url())
    await isAlive(other)
  }
  const ownPackage = kept.getByRole('link', { name: 'Ert paket' }).last()
  await ownPackage.focus()
  const again = (on: Page) => on.getByRole('link', { name: 'Se om betalningen har kommit' })
  // Focused once and left, so that nothing has the focus when the link goes away.
  await again(none).focus()
  await again(none).blur()
  await again(removed).focus()
  const phone = await page.context().newPage()
  await phone.goto(page.url())
  await phone.getByRole('button', { name: 'Godkänn i telefonen' }).click()
  const paid = (on: Page) => on.getByRole('heading', { name: 'Betalt', exact: true })
  for (const on of [removed, kept, none]) await expect(paid(on)).toBeVisible()
  await expect(paid(removed)).toBeFocused()
  await expect(ownPackage).toBeFocused()
  await expect(none.locator('body')).toBeFocused()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a bank file that is too large is refused, and the page says that nothing was saved @long', async ({
      page,
    }) => {
      await logIn(page, demo.admin)
      await page.goto('/dashboard/admin/payments')
      const file = { name: 'konto.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1_200_000, ' ') }
      await page.getByLabel('Kontohändelser från banken').setInputFiles(file)
      await page.getByRole('button', { name: 'Läs in' }).click()
      await expect(page.getByRole('heading', { name: 'Det var för mycket på en gång' })).toBeVisible()
      await expect(page.getByText('Det du skickade var större än vi tar emot, så inget har sparats.')).toBeVisible()
    })
  })
}
