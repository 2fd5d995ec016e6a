import { expect } from '@playwright/test'
import { change, openArea, openAs, openAsGuard } from '../../support/browser/alarm-people'
import { isAlive, test } from '../../support/browser/browser-test'

/** What a page shows when the answer to a press is lost. */
test('a guard’s page keeps updating after a press whose answer was lost @long', async ({ browser }) => {
  const area = await openArea(1)
  const [partner] = area.partners
  if (!partner) throw new Error('nobody')
  const page = await openAsGuard(browser, partner.guardKey)
  await page.goto('/vakt')
  await isAlive(page)
  await expect(page.getByRole('heading', { name: 'Du nås av larm' })).toBeVisible()
  await page.route('**/vakt.data**', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await page.getByRole('button', { name: 'Avsluta tjänsten' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Vi fick inget svar' })).toBeVisible()
  await change('update guards set on_duty_until = null, on_duty_since = null where id = $1', [partner.guardId])
  const isOff = page.getByRole('heading', { name: 'Du nås inte av larm' })
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      return isOff.isVisible()
    })
    .toBe(true)
})

test('a “Jag är trygg” whose answer was lost is reported without an error summary in the form @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.goto('/dashboard/customer/safety')
  await isAlive(page)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon rycker i dörren')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  const safe = page.getByRole('button', { name: 'Jag är trygg' })
  await expect(safe).toBeVisible()
  await page.route('**/safety.data**', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  await safe.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Vi fick inget svar' })).toBeVisible()
  await expect(page.locator('[data-error-summary]')).toHaveCount(0)
  await expect(safe).toBeVisible()
})
