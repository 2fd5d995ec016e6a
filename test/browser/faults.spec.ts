import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { change } from '../support/browser/alarm-people'
import { demo, logIn } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

/** Inserts a fault that occurred twice; the number is what a visitor was shown. */
async function breakSomething() {
  const [number, kind] = [randomUUID(), `TypeError E${randomBytes(4).toString('hex')}`]
  await change(
    `insert into faults (mark, kind, place, frames, count, first_at, last_at, requests) values ('${randomBytes(32).toString('hex')}',
      '${kind}', 'GET /dashboard/customer/bookings/…', '{at readBooking (build/server/index.js:81243:17)}', 2, now(), now(),
      '{${number},${randomUUID()}}')`,
  )
  return { number, kind }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('an admin finds a fault by its request id, marks it as mended and opens it again @long', async ({ page }) => {
      const { number, kind } = await breakSomething()
      await logIn(page, demo.admin)
      await page.goto('/dashboard/admin')
      await page.getByRole('link', { name: /^Fel i tjänsten sedan/ }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Fel i tjänsten' })).toBeVisible()
      await page.getByLabel('Felets nummer').fill(number)
      await page.getByRole('button', { name: 'Sök', exact: true }).click()
      await page.getByRole('link', { name: 'Visa felet som numret hör till' }).click()
      await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
      await expect(page.getByText(number)).toBeVisible()
      if (javaScriptEnabled) await expectForEveryone(page)
      await page.getByRole('button', { name: 'Rättat' }).click()
      await expect(page.getByText('Felet är markerat som rättat')).toBeVisible()
      await expect(page.getByRole('link', { name: kind })).toHaveCount(0)
      await page.getByRole('link', { name: 'Rättade' }).click()
      await page.getByRole('link', { name: kind }).click()
      await page.getByRole('button', { name: 'Ångra' }).click()
      await expect(page.getByText('Felet är öppet igen')).toBeVisible()
      await expect(page.getByRole('link', { name: kind })).toBeVisible()
    })
  })
}
