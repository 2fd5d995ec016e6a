import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { openPostcode } from './alarm-people'
import { newEmail } from './browser-people'

/**
 * Signs up a company that applies for a sponsor month, and ends on its package page. Returns its name and the charge's
 * reference.
 */
export async function signUpCompanyThatOwes(page: Page): Promise<{ name: string; reference: string }> {
  const name = `Betalande ${randomInt(1_000_000)} AB`
  await page.goto('/signup?role=company')
  await page.getByLabel('Företagsnamn').fill(name)
  await page.getByLabel('Organisationsnummer').fill('556016-0680')
  await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
  await page.getByLabel('Adress').fill('Provvägen 1')
  const postcode = await openPostcode()
  await page.getByRole('textbox', { name: 'Postnummer' }).fill(postcode)
  await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill('gullviva62')
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Registrera företaget' }).click()
  await expect(page).toHaveURL('/dashboard/provider')
  await page.goto('/sponsor/apply')
  await page.getByRole('radio').nth(2).check()
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: /ansök/i }).click()
  await expect(page.getByText('Ansökan mottagen!')).toBeVisible()
  await page.goto('/dashboard/provider/package')
  const [reference = ''] = /KV [\d\s]+/.exec(await page.getByText(/Nummer KV/).innerText()) ?? []
  return { name, reference: reference.replace(/\s/g, '') }
}
