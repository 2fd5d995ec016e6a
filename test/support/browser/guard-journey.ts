import { createHash, randomBytes } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { change } from './alarm-people'
import { readSms } from './browser-people'

/** Shared steps of journeys about guards. The demo's guard company has a shift that is on at any hour. */

export const guardCompany = 'foretag01@demo.example'
/** The postcode of that shift, which its members see. */
export const walkedPostcode = '12531'

export type NewGuard = { name: string; phone: string }

let made = 0

/** With a unique phone number: each worker process has ten of them. */
export function newGuard(firstName: string): NewGuard {
  const last = ownDigits(1000)
  return { name: `${firstName} Provsson`, phone: `070-174 ${last.slice(0, 2)} ${last.slice(2)}` }
}

const ownDigits = (from: number) => String(from + 10 * Number(process.env.TEST_WORKER_INDEX) + (made++ % 10))

/** The company adds a guard. The link goes only to the guard's phone. */
export async function addGuard(page: Page, guard: NewGuard) {
  await page.goto('/dashboard/provider/guards')
  await page.getByLabel('Namn').fill(guard.name)
  await page.getByLabel('Mobilnummer').fill(guard.phone)
  await page.getByRole('button', { name: 'Lägg till och skicka länken' }).click()
  await expect(page.getByText('Väktaren är tillagd')).toBeVisible()
}

/** A page on the guard's own phone, entered by the link in the SMS. */
export async function openPhone(browser: Browser, guard: NewGuard, javaScriptEnabled: boolean): Promise<Page> {
  const link = /\/vakt\/in\?nyckel=[\w-]+/.exec(await readSms(browser, guard.phone, 'Väktarens egen länk'))?.[0]
  if (!link) throw new Error('No link in the SMS')
  const phone = await browser.newPage({ javaScriptEnabled })
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Öppna min sida' }).click()
  await expect(phone.getByRole('heading', { name: `Hej ${guard.name.split(' ')[0]}` })).toBeVisible()
  return phone
}

/**
 * Inserts a guard of the demo's company with a fresh personal link, and returns its secret. The link opens in one
 * browser.
 */
export async function sendGuardLink(): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await change(
    `insert into guards (company_id, name, phone, link_hash, link_made_at)
     select companies.id, 'Prov Provsson', $2, $3, now()
     from companies join profiles on profiles.id = owner_id where profiles.email = $1`,
    [guardCompany, `+4670174${ownDigits(7000)}`, createHash('sha256').update(secret).digest('hex')],
  )
  return secret
}
