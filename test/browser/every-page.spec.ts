import { expect, type Page } from '@playwright/test'
import { ask } from '../support/browser/alarm-people'
import { demo, logIn } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'
import { guardCompany, sendGuardLink } from '../support/browser/guard-journey'
import { brokenInHeadings } from '../support/browser/large-text'
import { expectForEveryone } from '../support/browser/scan'
import { diaryPages, pagesOf, publicPages } from '../support/browser/scanned-pages'

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
  const tag = address === '/' ? [] : '@long'
  test(`${address} is accessible and logs no errors`, { tag }, ({ page }) => look(page, address))
}

for (const role of ['member', 'company', 'admin'] as const) {
  for (const [part, addresses] of Object.entries(pagesOf[role])) {
    test(`the pages of ${role}, ${part}, are accessible and log no errors`, { tag: '@long' }, async ({ page }) => {
      test.slow()
      await logIn(page, demo[role])
      for (const address of addresses) await look(page, address)
    })
  }
}

test('no word of a heading, a button, a badge or a choice breaks with text at 200 % on a phone @long', async ({
  page,
}) => {
  const addresses = {
    nobody: ['/', '/signup?role=member', '/security', '/companies?postal=12540'],
    member: ['', '/points', '/membership', '/ambassador', '/safety', '/membership/leave', '/book'].map(
      (part) => `/dashboard/customer${part}`,
    ),
    company: [
      '/sponsor/apply',
      ...['', '/offers', '/company', '/reviews', '/package'].map((part) => `/dashboard/provider${part}`),
    ],
    admin: ['', '/settings', '/postcodes', '/postcodes/12540', '/messages'].map((part) => `/dashboard/admin${part}`),
  }
  // Companies' own names, and those of their services, have no soft hyphens.
  const named = await ask<{ name: string }>('select title as name from services union select name from companies')
  const theirs = new Set(named.flatMap(({ name }) => name.match(/\p{L}+/gu) ?? []))
  const found: string[] = []
  for (const role of ['nobody', 'member', 'company', 'admin'] as const) {
    await page.context().clearCookies()
    if (role !== 'nobody') await logIn(page, demo[role])
    for (const address of addresses[role]) {
      await page.goto(address)
      const broken = (await brokenInHeadings(page)).filter((word) => !theirs.has(word))
      found.push(...broken.map((word) => `${address} ${word}`))
    }
  }
  expect(found).toEqual([])
})

test('the pages of a guard, and of a company about its guards, are accessible', { tag: '@long' }, async ({ page }) => {
  test.slow()
  await look(page, '/vakt')
  await look(page, '/vakt/in?nyckel=x')
  await page.goto(`/vakt/in?nyckel=${await sendGuardLink()}`)
  await page.getByRole('button', { name: 'Öppna min sida' }).click()
  await expect(page.getByRole('heading', { name: /^Hej / })).toBeVisible()
  await look(page, '/vakt')
  await page
    .getByRole('link', { name: /\d\d\.\d\d–/ })
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

test("a company's pages of bookings are accessible", { tag: '@long' }, async ({ page }) => {
  test.slow()
  await logIn(page, demo.company)
  for (const address of diaryPages) await look(page, address)
  await lookAtOne(page, '/dashboard/provider/bookings?visa=bekraftade')
})

test("a member's pages of a booking are accessible", { tag: '@long' }, async ({ page }) => {
  test.slow()
  await logIn(page, demo.member)
  await lookAtOne(page, '/dashboard/customer/bookings?visa=kommande')
  await lookAtOne(page, '/dashboard/customer/bookings?visa=tidigare')
})

/** Looks at the first booking of a list, and at its page for moving it where that is possible. */
async function lookAtOne(page: Page, list: string) {
  await page.goto(list)
  await page.getByRole('article').getByRole('heading').getByRole('link').first().click()
  await expect(page).toHaveURL(/bookings\/[0-9a-f-]{36}$/)
  const address = page.url()
  await look(page, address)
  if (!list.includes('tidigare')) await look(page, `${address}/move`)
}

test("an administrator's pages of a person, a company and a message are accessible", { tag: '@long' }, async ({
  page,
}) => {
  test.slow()
  await logIn(page, demo.admin)
  for (const list of ['users', 'companies', 'outbox']) {
    await page.goto(`/dashboard/admin/${list}`)
    // An entry of the list and not a tab above it.
    await page.getByRole('main').locator(`:is(li, td, th) a[href^="/dashboard/admin/${list}/"]`).first().click()
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await look(page, page.url())
  }
})

test("a company's public page is accessible", { tag: '@long' }, async ({ page }) => {
  await page.goto('/companies')
  await page
    .getByRole('link', { name: /^Visa profil/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/company\//)
  await look(page, page.url())
})
