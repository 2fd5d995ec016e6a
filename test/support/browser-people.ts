import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const demoPassword = 'kvarter12540'
export const demo = {
  member: 'boende@demo.example',
  company: 'foretag@demo.example',
  admin: 'admin@demo.example',
} as const

/** An address nobody in this run has yet. */
export const newEmail = () => `prov-${randomBytes(6).toString('hex')}@exempel.se`

export async function logIn(page: Page, email: string, password = demoPassword) {
  await page.goto('/auth')
  await fillLogIn(page, email, password)
  await expect(page).toHaveURL(/\/dashboard\/|\/auth\/second-factor/)
  if (page.url().includes('second-factor')) await fillDemoCode(page)
  await expect(page).toHaveURL(/\/dashboard\//)
}

/** The demo's page shows the code of its administrator. */
async function fillDemoCode(page: Page) {
  const code = await page.getByText('Det här är demokvarteret').locator('strong').innerText()
  await page.getByLabel('Kod').fill(code)
  await page.getByRole('button', { name: 'Fortsätt' }).click()
}

export async function fillLogIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Logga in' }).click()
}

export type NewMember = { name?: string; email: string; password?: string; phone?: string }

export async function signUpMember(
  page: Page,
  { name = 'Prov Provsson', email, password = 'hemligt', phone = '070-174 06 33' }: NewMember,
) {
  await page.goto('/signup?role=member')
  await page.getByLabel('Namn').fill(name)
  await page.getByLabel('Mobilnummer').fill(phone)
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
  await page.getByRole('button', { name: 'Bli medlem' }).click()
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
  await expect(page).toHaveURL('/')
}
