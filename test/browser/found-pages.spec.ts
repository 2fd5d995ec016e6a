import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { ask, openArea, openAs, openAsGuard } from '../support/browser/alarm-people'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

/** Pages with a parameter in their address, which no list can name: each is found and scanned. */

const paying = 'granne01@demo.example'

async function lookAt(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectForEveryone(page)
}

/** The id of a row that the demo has. */
async function oneOf(sql: string, values: unknown[] = []): Promise<string> {
  const [row] = await ask<{ id: string }>(sql, values)
  if (!row) throw new Error(`The demo has nothing for: ${sql}`)
  return row.id
}

test('the pages of a charge, a receipt, a review, a report of a review and a service are accessible', {
  tag: '@long',
}, async ({ page }) => {
  const ofPerson = (table: string, what: string, email: string) =>
    oneOf(
      `select ${what}::text as id from ${table} join profiles on profiles.id = member_id where profiles.email = $1 limit 1`,
      [email],
    )
  await logIn(page, paying)
  await lookAt(page, `/dashboard/pay/${await ofPerson('charges', 'charges.id', paying)}`)
  await lookAt(page, `/dashboard/receipts/${await ofPerson('receipts', 'number', paying)}`)
  await logIn(page, demo.member)
  const done = await oneOf(
    `select bookings.id from bookings join profiles on profiles.id = customer_id
     where profiles.email = $1 and bookings.status = 'completed' order by scheduled_at desc limit 1`,
    [demo.member],
  )
  await lookAt(page, `/dashboard/customer/bookings/${done}/review`)
  const shown = await oneOf(
    `select reviews.id from reviews join companies on companies.id = company_id
     where hidden_at is null and review_state = 'approved' and author_id <> (select id from profiles where email = $1) limit 1`,
    [demo.member],
  )
  await lookAt(page, `/dashboard/reviews/${shown}/report`)
  await logIn(page, demo.company)
  await page.goto('/dashboard/provider/services')
  await page
    .getByRole('link', { name: /^Ändra / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/services\/[0-9a-f-]{36}$/)
  await expectForEveryone(page)
  await page.getByRole('link', { name: 'Bild', exact: true }).click()
  await expect(page).toHaveURL(/\/photo$/)
  await expectForEveryone(page)
})

test('the admin pages of a question, a broadcast, a change of package and a bank file are accessible', {
  tag: '@long',
}, async ({ page, browser }) => {
  const form = { name: `Prov ${randomInt(1_000_000)}`, email: 'prov@exempel.se', message: 'Hej' }
  const contact = { intent: 'contact', key: randomUUID(), interest: 'customer', ...form }
  expect((await page.request.post('/?index', { form: contact, maxRedirects: 0 })).status()).toBe(302)
  const asked = await openArea(1)
  const partner = await openAs(browser, asked.partners[0]?.email ?? '')
  await partner.goto('/dashboard/provider/broadcasts')
  const text = `Ronden går en timme senare. ${randomInt(1_000_000)}`
  await partner.getByLabel('Text', { exact: true }).fill(text)
  await partner.getByRole('button', { name: 'Be om godkännande' }).click()
  await expect(partner.getByText('Utskicket väntar på godkännande')).toBeVisible()

  await logIn(page, demo.admin)
  await page.goto('/dashboard/admin/messages')
  await page.getByRole('link', { name: form.name }).click()
  await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}/)
  await expectForEveryone(page)
  await page.goto('/dashboard/admin/broadcasts?visa=asked')
  await page.getByRole('row').filter({ hasText: text }).getByRole('link').click()
  await expect(page).toHaveURL(/\/broadcasts\/[0-9a-f-]{36}/)
  await expectForEveryone(page)
  await lookAt(page, `/dashboard/admin/companies/${asked.partners[0]?.companyId}/plan`)
  await page.goto('/dashboard/admin/payments')
  const rows = `Datum;Belopp;Text\n2026-11-20;39,00;Betalning KV 1 000 001\n2026-11-20;10,00;Fika\n`
  const file = { name: `konto-${randomInt(1_000_000)}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByLabel('Kontohändelser från banken').setInputFiles(file)
  await page.getByRole('button', { name: 'Läs in' }).click()
  await expect(page).toHaveURL(/\/payments\/files\/[0-9a-f-]{36}/)
  await expectForEveryone(page)
})

test('the page of a bulk job is accessible while it runs and when it is done', { tag: '@long' }, async ({ page }) => {
  const { postcode, partners } = await openArea(1)
  await logIn(page, demo.admin)
  const choose = {
    users: async () => {
      await page.goto(`/dashboard/admin/users?postnummer=${postcode}`)
      await page.getByRole('link', { name: 'Åtgärder för flera' }).click()
    },
    companies: async () => {
      await page.goto(`/dashboard/admin/companies?q=${partners[0]?.email}`)
      await page
        .getByRole('checkbox', { name: /Bocka för/ })
        .first()
        .check()
      await page.getByRole('button', { name: 'Åtgärder för de förbockade' }).click()
    },
  }
  const deeds = { users: /Ge fria månader/, companies: /Godkänn/ }
  for (const of of ['users', 'companies'] as const) {
    await choose[of]()
    await page.getByRole('radio', { name: deeds[of] }).check()
    await page.getByLabel('Varför?').fill('Ett prov')
    await page.getByRole('checkbox', { name: /^Ja, det gäller alla/ }).check()
    await page.getByRole('button', { name: 'Börja' }).click()
    await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/)
    await expectForEveryone(page)
    await expect(page.getByText('Klart')).toBeVisible()
    await expectForEveryone(page)
  }
})

test('a guard’s list of alarms and page of an alarm are accessible', { tag: '@long' }, async ({ browser }) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await member.goto('/dashboard/customer/safety')
  await member.getByLabel('Beskriv vad som hänt').fill('Någon står utanför dörren')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  await lookAt(guard, '/vakt/larm')
  const id = await oneOf('select id from safety_alarms where postcode = $1', [area.postcode])
  await lookAt(guard, `/vakt/larm/${id}`)
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await expect(guard.getByRole('button', { name: 'Jag är på plats' })).toBeVisible()
  await expectForEveryone(guard)
})
