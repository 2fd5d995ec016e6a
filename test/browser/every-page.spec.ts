import { expect, type Page } from '@playwright/test'
import { demo, logIn } from '../support/browser-people'
import { test } from '../support/browser-test'
import { guardCompany, sendGuardLink } from '../support/guard-journey'
import { expectForEveryone } from '../support/scan'

const publicPages = [
  '/',
  '/vad-konceptet-sparar',
  '/auth',
  '/auth?flik=registrera',
  '/auth/recover',
  '/auth/reset?token=x',
  '/auth/verify?token=x',
  '/auth/undo-address?token=x',
  '/auth/second-factor',
  '/signup?role=member',
  '/signup?role=company&plan=sponsor',
  '/companies',
  '/companies?q=finns-inte',
  '/security',
  '/villkor',
  '/integritet',
  '/finns-inte',
  '/ui',
]
const account = ['', '/security', '/notices', '/data'].map((page) => `/dashboard/account${page}`)
const under = (area: string, pages: readonly string[]) => pages.map((page) => `/dashboard/${area}${page && `/${page}`}`)

/** The pages of each who logs in, a test for each part, so that they go side by side. */
const pagesOf: Record<keyof typeof demo, Record<string, string[]>> = {
  member: {
    'own pages': under('customer', [
      '',
      'patrols',
      'ambassador',
      'points',
      'membership',
      'membership/leave',
      'membership/withdraw',
    ]),
    bookings: under('customer', ['book', 'bookings', 'bookings?visa=kommande', 'bookings/calendar']),
    'alarm pages': under('customer', ['safety', 'safety/history']),
    account: [...account, '/signup?role=company'],
  },
  company: {
    'own pages': under('provider', ['', 'reviews', 'package', 'earnings', 'broadcasts', 'alarms']),
    portal: under('provider', ['company', 'company/hours', 'company/logo', 'services', 'services/new', 'offers']),
    'partner pages': under('provider', ['guards', 'shifts', 'patrols']),
    account: ['/sponsor/apply', '/season/apply', ...account],
  },
  admin: {
    overview: under('admin', [
      '',
      'companies',
      'companies/bulk',
      'users',
      'users?roll=admin',
      'users/bulk',
      'postcodes',
      'postcodes/12540',
    ]),
    safety: under('admin', ['alarms', 'alarms/figures', 'alarms/policies', 'alarms/policies/12540', 'coverage']),
    patrols: under('admin', ['patrols', 'patrols/12540', 'broadcasts', 'broadcasts/new']),
    office: under('admin', ['payments', 'messages', 'reviews', 'points']),
    'what was sent and done': under('admin', ['outbox', 'outbox/replies', 'audit', 'settings']),
  },
}

async function look(page: Page, address: string) {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) broken.push(message.text())
  })
  await page.goto(address)
  await expectForEveryone(page)
  expect(broken).toEqual([])
}

for (const address of publicPages) {
  test(`${address} is for everyone`, ({ page }) => look(page, address))
}

for (const role of ['member', 'company', 'admin'] as const) {
  for (const [part, addresses] of Object.entries(pagesOf[role])) {
    test(`the pages of ${role}, ${part}, are for everyone`, async ({ page }) => {
      test.slow()
      await logIn(page, demo[role])
      for (const address of addresses) await look(page, address)
    })
  }
}

test('the pages of a guard, and of a company about its guards, are for everyone', async ({ page }) => {
  test.slow()
  await look(page, '/vakt')
  await look(page, '/vakt/in?nyckel=x')
  await page.goto(`/vakt/in?nyckel=${await sendGuardLink()}`)
  await page.getByRole('button', { name: 'Öppna min sida' }).click()
  await expect(page.getByRole('heading', { name: /^Hej / })).toBeVisible()
  await look(page, '/vakt')
  await page
    .getByRole('link', { name: /\d\d:\d\d–/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/vakt\/pass\//)
  await look(page, page.url())
  await logIn(page, guardCompany)
  for (const name of ['guards', 'shifts', 'patrols']) await look(page, `/dashboard/provider/${name}`)
  await page.goto('/dashboard/provider/guards')
  await page
    .getByRole('link', { name: /^Ändra / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/guards\/[0-9a-f-]+$/)
  await look(page, page.url())
})

const diaryPages = ['bookings', 'bookings?visa=genomforda', 'bookings/week', 'bookings/earnings']

test("a company's pages of bookings are for everyone", async ({ page }) => {
  test.slow()
  await logIn(page, demo.company)
  for (const name of diaryPages) await look(page, `/dashboard/provider/${name}`)
  await lookAtOne(page, '/dashboard/provider/bookings?visa=bekraftade')
})

test("a member's pages of a booking are for everyone", async ({ page }) => {
  test.slow()
  await logIn(page, demo.member)
  await lookAtOne(page, '/dashboard/customer/bookings?visa=kommande')
  await lookAtOne(page, '/dashboard/customer/bookings?visa=tidigare')
})

/** The first booking of a list, and the page for another time when it can still be moved. */
async function lookAtOne(page: Page, list: string) {
  await page.goto(list)
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click()
  await expect(page).toHaveURL(/bookings\/[0-9a-f-]{36}$/)
  const address = page.url()
  await look(page, address)
  if (!list.includes('tidigare')) await look(page, `${address}/move`)
}

test("an administrator's page of a person, a company and a message is for everyone", async ({ page }) => {
  test.slow()
  await logIn(page, demo.admin)
  for (const list of ['users', 'companies', 'outbox']) {
    await page.goto(`/dashboard/admin/${list}`)
    // Not a tab above the list: one of its entries.
    await page.getByRole('main').locator(`li a[href^="/dashboard/admin/${list}/"]`).first().click()
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await look(page, page.url())
  }
})

test('a company has a page that is for everyone', async ({ page }) => {
  await page.goto('/companies')
  await page
    .getByRole('link', { name: /^Visa profil/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/company\//)
  await look(page, page.url())
})
