import { randomBytes, randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'

export const demoPassword = 'kvarter12540'
export const demo = {
  member: 'boende@demo.example',
  company: 'foretag@demo.example',
  admin: 'admin@demo.example',
} as const

/** A unique address. */
export const newEmail = () => `prov-${randomBytes(6).toString('hex')}@exempel.se`

/**
 * A unique phone number, outside 070-174, which the demo, alarms and guards use. A tip goes to the first account that
 * verified a number, and codes per number are rate limited.
 */
export const newPhone = () => `070${randomInt(2_000_000, 10_000_000)}`

/**
 * A postcode that no other journey has, across workers: reserved by creating a folder, which is atomic. Random numbers
 * alone collide now and then, and one journey would count another's alarms.
 */
export function newPostcode(): string {
  const taken = join(process.env.TEST_FOLDER ?? '', 'postcodes-of-journeys')
  mkdirSync(taken, { recursive: true })
  for (;;) {
    const code = String(randomInt(50_000, 99_000))
    try {
      mkdirSync(join(taken, code))
      return code
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Logs in without the form. Journeys about the login fill in the form itself. */
export async function logIn(page: Page, email: string, password = demoPassword) {
  await logInBy(page.request, email, password)
  // Removes the greeting notice, which would show on the next page.
  await page.context().clearCookies({ name: 'notice' })
}

/** Posts the form of /auth directly, and the second step with the code that the demo shows. */
export async function logInBy(request: APIRequestContext, email: string, password = demoPassword) {
  const next = await send(request, '/auth', { intent: 'login', email, password })
  if (next.startsWith('/auth/second-factor')) {
    const [, code = ''] = /är just nu.*?(\d{6})</s.exec(await (await request.get(next)).text()) ?? []
    expect(await send(request, next, { code })).toMatch(/^\/dashboard/)
  } else expect(next).toMatch(/^\/dashboard/)
}

/** The address to which the answer to a form redirects. */
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

/** A new member with an unread notice: the mail for verifying the address, which arrives in the background. */
export async function signUpWithUnread(page: Page) {
  await signUpMember(page, { email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: /Notiser.*att läsa/ })).toBeVisible({ timeout: 500 })
  }).toPass()
}

/** A job that may start within the withdrawal period needs the member's consent; ticks it if it is asked for. */
export async function sayYesToEarlyStart(page: Page) {
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  const box = page.getByRole('checkbox', { name: /får börja under ångerfristen/ })
  if (await box.isVisible()) await box.check()
}

const e164 = (phone: string) => `+46${phone.replace(/\D/g, '').slice(1)}`

/** The newest SMS to a number, with its link or code, read in the demo's outbox as an administrator. */
export async function readSms(browser: Browser, phone: string, subject: string): Promise<string> {
  const office = await browser.newPage()
  await logIn(office, demo.admin)
  await office.goto(`/dashboard/admin/outbox?q=${encodeURIComponent(e164(phone))}`)
  await office.getByRole('link', { name: subject }).first().click()
  await expect(office.getByRole('heading', { name: subject })).toBeVisible()
  const text = await office.getByRole('region', { name: 'Texten' }).innerText()
  await office.close()
  return text
}

/** Verifies the phone number of the logged-in person with the code from the SMS. */
export async function provePhone(browser: Browser, page: Page, phone: string) {
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Skicka koden' }).click()
  await expect(page.getByText('Koden är skickad')).toBeVisible()
  const code = /\d{6}/.exec(await readSms(browser, phone, 'Kod för mobilnumret'))?.[0] ?? ''
  await page.getByLabel('Koden i SMS:et').fill(code)
  await page.getByRole('button', { name: 'Bekräfta numret' }).click()
  await expect(page.getByText('Numret är bekräftat')).toBeVisible()
}

export async function logOut(page: Page) {
  await pressLogOut(page)
  await expect(page).toHaveURL('/')
}

export async function pressLogOut(page: Page) {
  const menu = page.getByRole('button', { name: 'Öppna menyn' })
  const out = page.getByRole('button', { name: 'Logga ut', exact: true })
  // On a phone the button is in the menu. Waits for it, since the address changes before the page is drawn.
  await expect(menu.or(out).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await out.click()
}

/** Fills in the address that a service at the customer's home asks for. */
export async function sayWhere(page: Page) {
  const address = page.getByLabel('Adress dit de ska komma')
  await expect(page.getByRole('button', { name: 'Bekräfta bokning' })).toBeVisible()
  if (await address.isVisible()) await address.fill('Provgatan 1')
}
