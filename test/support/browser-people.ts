import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const demoPassword = 'kvarter12540'
export const demo = {
  member: 'boende@demo.example',
  company: 'foretag@demo.example',
  admin: 'admin@demo.example',
} as const

/** An address nobody in this run has yet. */
export const newEmail = () => `prov-${randomBytes(6).toString('hex')}@exempel.se`

/** Most journeys begin after the login; those about it fill in its form. */
export async function logIn(page: Page, email: string, password = demoPassword) {
  await logInBy(page.request, email, password)
  // The greeting is for the page that the form leads to.
  await page.context().clearCookies({ name: 'notice' })
}

/** Sends what the form of /auth sends, without its page, and a second step as the demo shows it. */
export async function logInBy(request: APIRequestContext, email: string, password = demoPassword) {
  const next = await send(request, '/auth', { intent: 'login', email, password })
  if (next.startsWith('/auth/second-factor')) {
    const [, code = ''] = /är just nu.*?(\d{6})</s.exec(await (await request.get(next)).text()) ?? []
    expect(await send(request, next, { code })).toMatch(/^\/dashboard/)
  } else expect(next).toMatch(/^\/dashboard/)
}

/** Where the answer to a form leads. */
async function send(request: APIRequestContext, address: string, form: Record<string, string>): Promise<string> {
  const answer = await request.post(address, { form, maxRedirects: 0 })
  return answer.headers().location ?? `${answer.status()} ${answer.statusText()}`
}

export async function fillLogIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-post').fill(email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Logga in', exact: true }).click()
}

export type NewMember = { name?: string; email: string; password?: string; phone?: string }

export async function signUpMember(
  page: Page,
  { name = 'Prov Provsson', email, password = 'gullviva62', phone = '070-174 06 33' }: NewMember,
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
