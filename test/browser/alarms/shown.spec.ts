import { expect } from '@playwright/test'
import { test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

test('response times and the operating status are public, and the status has an Atom feed @long', async ({ page }) => {
  await page.goto('/security')
  await page.getByRole('link', { name: 'Se svarstiderna' }).click()
  await page.getByRole('link', { name: '125 40 Älvsjö' }).click()
  await expect(page.getByRole('heading', { name: /^Så fort går det i Älvsjö/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'för få för att säga' }).first()).toBeVisible()
  await expect(page.getByText(/Källa: SOS Alarms årsrapport/)).toBeVisible()
  await page.getByRole('link', { name: /^Hur larmen fungerar just nu/ }).click()
  await expect(page.getByRole('heading', { name: 'Driftstatus' })).toBeVisible()
  await expect(page.getByText('Larmen fungerar.')).toBeVisible()
  await page.getByText('Dag för dag', { exact: true }).click()
  await expectForEveryone(page)
  const feed = await page.request.get('/status.atom')
  expect(feed.headers()['content-type']).toContain('application/atom+xml')
  expect(await feed.text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom"')
})
