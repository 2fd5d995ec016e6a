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

/** An address nobody in this run has yet. */
export const newEmail = () => `prov-${randomBytes(6).toString('hex')}@exempel.se`

/**
 * A number that nobody in this run has: those of the demo, of alarms and of guards begin with 070-174. A tip goes to the first who has proven
 * its number, and codes to one are limited.
 */
export const newPhone = () => `070${randomInt(2_000_000, 10_000_000)}`

/**
 * A postcode that no journey of this product has had, whichever worker asks: a folder can be made once. Drawn by
 * chance alone, some hundred of them meet now and then, and one journey counts another's alarms.
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

/** Where a time is so near that the job may begin within the time to withdraw, a member says that it may. */
export async function sayYesToEarlyStart(page: Page) {
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  const box = page.getByRole('checkbox', { name: /får börja under ångerfristen/ })
  if (await box.isVisible()) await box.check()
}

const e164 = (phone: string) => `+46${phone.replace(/\D/g, '').slice(1)}`

/** The newest SMS to a number, as the outbox of the demo shows it to an administrator: with its link or code. */
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

/** Whoever is logged in shows by the code in an SMS that their number is theirs. */
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
  // On a phone the way out is in the menu. The address is there before the page that it leads to.
  await expect(menu.or(out).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await out.click()
}

/** What a service that is done at home asks for before it can be booked. */
export async function sayWhere(page: Page) {
  const address = page.getByLabel('Adress dit de ska komma')
  await expect(page.getByRole('button', { name: 'Bekräfta bokning' })).toBeVisible()
  if (await address.isVisible()) await address.fill('Provgatan 1')
}
