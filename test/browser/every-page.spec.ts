import { expect, type Page } from '@playwright/test'
import { demo, logIn } from '../support/browser-people'
import { test } from '../support/browser-test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/scan'

const publicPages = [
  '/',
  '/vad-konceptet-sparar',
  '/auth',
  '/auth?flik=registrera',
  '/auth/recover',
  '/auth/reset?token=x',
  '/auth/verify?token=x',
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
const accountPages = ['/dashboard/account', '/dashboard/account/security', '/dashboard/account/data']
const pagesOf = {
  member: ['/dashboard/customer', '/signup?role=company', '/dashboard/customer/ambassador', ...accountPages],
  company: ['/dashboard/provider', '/dashboard/provider/package', '/sponsor/apply', '/season/apply', ...accountPages],
  admin: ['/dashboard/admin', '/dashboard/admin/companies', '/dashboard/admin/outbox', '/dashboard/admin/messages'],
} as const
const portalPages = ['company', 'company/hours', 'company/logo', 'services', 'services/new', 'offers']

/** Old phone, phone, desk; the narrowest is where long Swedish words break a page. */
const widths = [320, 390, 1280]

async function look(page: Page, address: string) {
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) broken.push(message.text())
  })
  await page.goto(address)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    if (width > 320) await expectAccessible(page)
  }
  expect(broken).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    for (const address of publicPages) {
      test(`${address} is for everyone`, ({ page }) => look(page, address))
    }
    for (const role of ['member', 'company', 'admin'] as const) {
      test(`the pages of ${role} are for everyone`, async ({ page }) => {
        await logIn(page, demo[role])
        for (const address of pagesOf[role]) await look(page, address)
      })
    }
    test("the pages of a company's own portal are for everyone", async ({ page }) => {
      test.slow()
      await logIn(page, demo.company)
      for (const name of portalPages) await look(page, `/dashboard/provider/${name}`)
    })
  })
}

test('a company has a page that is for everyone', async ({ page }) => {
  await page.goto('/companies')
  await page
    .getByRole('link', { name: /^Visa profil/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/company\//)
  await look(page, page.url())
})
