import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { change, openArea, openAs } from '../../support/browser/alarm-people'
import { logIn } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { workday } from '../../support/browser/it-help'
import { expectForEveryone } from '../../support/browser/scan'
import { beforeItLooks } from '../../support/pace/soon'

/** A company with one service and one free hour a day, which is booked on the given day. */
async function openFullShop(day: string) {
  const { member, partners, postcode } = await openArea(1)
  const [partner] = partners
  if (!partner) throw new Error('no company')
  const [service, booking, title] = [randomUUID(), randomUUID(), `Fönsterputs ${randomUUID().slice(0, 4)}`]
  const { companyId } = partner
  await change(
    `insert into opening_hours (company_id, weekday, opens, closes) select $1, n, '10:00', '11:00' from generate_series(1, 7) as n`,
    [companyId],
  )
  await change(
    `insert into services (id, company_id, title, category, base_price_cents, duration_min, place)
     values ($1, $2, $3, 'cleaning', 74900, 60, 'customer')`,
    [service, companyId, title],
  )
  await change(
    `insert into bookings (id, key, company_id, service_id, postcode, status, scheduled_at, ends_at, busy_until, lane, service_title,
       duration_min, free_cancel_hours, price_list_cents, discount_cents, platform_fee_cents, amount_customer_pays_cents,
       amount_to_provider_cents, lapses_at)
     select $1, $1, $2, $3, $4, 'pending', start, start + interval '1 hour', start + interval '1 hour', 1, $5, 60, 24, 74900, 0, 3745,
       74900, 71155, start from (select ($6 || ' 10:00')::timestamp at time zone 'Europe/Stockholm' as start) as at`,
    [booking, companyId, service, postcode, title, day],
  )
  const free = () =>
    change(`update bookings set status = 'cancelled', cancelled_at = now(), cancelled_by = 'system' where id = $1`, [
      booking,
    ])
  return { member, owner: partner.email, companyId, name: partner.companyName, service, title, free }
}

/** Runs in the page. Lines of a week's jobs that the lower edge of their box cuts through, or that peep out at its side. */
function linesCutThrough(): string[] {
  const found: string[] = []
  for (const box of document.querySelectorAll('[style*="--top"] > *')) {
    const { right, bottom } = box.getBoundingClientRect()
    for (const text of box.querySelectorAll(':scope > span')) {
      const { left, right: end } = text.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(text)
      const isCut = [...range.getClientRects()].some(
        (line) => line.left < right && line.top < bottom && line.bottom > bottom,
      )
      if (isCut || (left < right && end > right + 1)) found.push(text.textContent ?? '')
    }
  }
  return found
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })
    const look = async (page: Page) => javaScriptEnabled && (await expectForEveryone(page))

    test('a waiting member is offered a time that became free, and books it', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      test.slow()
      const day = workday(javaScriptEnabled ? 8 : 9)
      const { member, owner, service, title, free } = await openFullShop(day)
      await logIn(page, member)
      await page.goto(`/dashboard/customer/book?service=${service}&day=${day}`)
      await page.getByRole('link', { name: 'Säg till om en tid blir ledig' }).click()
      await expect(page.getByRole('heading', { name: 'Säg till om en tid blir ledig' })).toBeVisible()
      await expect(page.getByLabel('Från och med')).toHaveValue(day)
      await look(page)
      await page.getByRole('button', { name: 'Säg till mig' }).click()
      await expect(page.getByText('Kryssa i rutan').first()).toBeVisible()
      await page.getByRole('checkbox', { name: /får börja under ångerfristen/ }).check()
      await page.getByRole('button', { name: 'Säg till mig' }).click()
      await expect(page.getByText('Du står på väntelistan')).toBeVisible()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await free()
      const offered = page.getByRole('heading', { name: `En tid är ledig: ${title}` })
      await expect(async () => {
        await page.reload()
        await expect(offered).toBeVisible({ timeout: 500 })
      }).toPass(beforeItLooks)
      await look(page)
      const company = await openAs(browser, owner)
      await company.goto(`/dashboard/provider/bookings/week?dag=${day}`)
      await expect(company.getByText(/^Erbjuden till väntelistan, hålls till .* kl\. \d\d\.\d\d$/)).toBeVisible()
      expect(await company.evaluate(linesCutThrough)).toEqual([])
      await look(company)
      await page.goto('/dashboard/customer')
      await page.getByRole('link', { name: `En tid är ledig: ${title}` }).click()
      await page.getByLabel('Adress dit de ska komma').fill('Provgatan 1')
      await page.getByRole('button', { name: 'Ja tack, boka tiden' }).click()
      await expect(page.getByRole('heading', { name: 'Bokning skickad!' })).toBeVisible()
    })

    test('a resident saves a company, finds it again and removes it @long', async ({ page }) => {
      const { member, companyId, name, service } = await openFullShop(workday(20))
      await logIn(page, member)
      await page.goto(`/company/${companyId}`)
      await page.getByRole('button', { name: `Spara: ${name}` }).click()
      await expect(page.getByText('Företaget är sparat')).toBeVisible()
      for (const address of ['/dashboard/customer', '/dashboard/customer/book']) {
        await page.goto(address)
        const kept = page.getByRole('region', { name: 'Sparade företag' })
        await expect(kept.getByRole('link', { name })).toBeVisible()
      }
      await look(page)
      await page.goto(`/dashboard/customer/book?service=${service}`)
      await page.getByRole('button', { name: `Sparat, ta bort: ${name}` }).click()
      await expect(page.getByText('Företaget är inte längre sparat')).toBeVisible()
      await page.goto('/dashboard/customer')
      await expect(page.getByRole('region', { name: 'Sparade företag' })).toHaveCount(0)
    })
  })
}
