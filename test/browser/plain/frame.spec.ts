import { expect, type Page } from '@playwright/test'
import { ask, leaveKept, openArea, openAs, openAsGuard, sendsByItself } from '../../support/browser/alarm-people'
import { demo, logIn, logOut } from '../../support/browser/browser-people'
import { hasWorker, isAlive, test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

/** Pages of a login without React (docs/decisions/0244): what the frame around them does by its own scripts. */

const alarmPage = '/dashboard/customer/safety'
const history = `${alarmPage}/history`

/** Opens a plain page and waits until the frame's scripts are ready: opening the stream is the last thing they do. */
async function openPlain(page: Page, come: () => Promise<unknown>) {
  const line = page.waitForRequest('**/live')
  await come()
  await line
  expect(await page.evaluate(() => '__reactRouterContext' in window)).toBe(false)
}

async function raise(page: Page, message: string) {
  await page.goto(alarmPage)
  await page.getByLabel('Beskriv vad som hänt').fill(message)
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
}

test('the number on the bell updates when a message is sent', async ({ browser }) => {
  const { member } = await openArea(0)
  const page = await openAs(browser, member)
  await openPlain(page, () => page.goto(history))

  const bell = page.getByRole('banner').getByRole('link', { name: /^Notiser/ })
  await expect(bell).toHaveAccessibleName('Notiser')
  await page.request.post('/auth/recover', { form: { email: member } })
  await expect(bell).toHaveAccessibleName('Notiser 1 att läsa')
  await expect(bell.getByText('1', { exact: false }).first()).toBeVisible()
})

test('a session that ended elsewhere leads a plain page to the login, and a failed request does not @long', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await logIn(page, demo.member)
  await openPlain(page, () => page.goto(history))

  await page.route('**/session', (route) => route.abort())
  await page.clock.runFor(70_000)
  await expect(page).toHaveURL(history)
  await page.unroute('**/session')
  await context.clearCookies()
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return page.url()
    })
    .toContain(`/auth?redirectTo=${encodeURIComponent(history)}`)
})

test('a plain page sends an alarm that was kept offline, says so and shows it', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await sendsByItself(page)
  await openPlain(page, () => page.goto(history))

  await expect(page.getByText('Du har inte larmat')).toBeVisible()
  await leaveKept(page, area.memberId, 'Det luktar rök i trapphuset', 0)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('status').getByText('Trygghetslarm skickat!')).toBeVisible()
  await expect(page.getByRole('main').getByText('Det luktar rök i trapphuset')).toBeVisible()
  await page.getByRole('link', { name: 'Stäng meddelandet' }).click()
  await expect(page.getByText('Trygghetslarm skickat!')).toHaveCount(0)

  await leaveKept(page, area.memberId, 'Tre dagar sedan', 72)
  await page.reload()
  await expect(page.getByText('Ett larm är inte skickat')).toBeVisible()
})

test('the menu folds by its button and by keyboard, and stays folded', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demo.member)
  await openPlain(page, () => page.goto(history))

  const widthOf = () => page.getByRole('complementary').evaluate((element) => element.getBoundingClientRect().width)
  await expect.poll(widthOf).toBe(256)
  await page.getByRole('button', { name: 'Fäll ihop menyn' }).click()
  await expect.poll(widthOf).toBe(48)
  const unfold = page.getByRole('button', { name: 'Fäll ut menyn' })
  await expect(unfold).toHaveAttribute('aria-expanded', 'false')
  await openPlain(page, () => page.reload())
  expect(await widthOf()).toBe(48)

  await page.keyboard.press('Control+b')
  await expect.poll(widthOf).toBe(256)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('navigation', { name: 'Min Portal' })).toBeVisible()
})

test('logging out on a plain page deletes the alarm draft, and going back leads to the login', async ({ page }) => {
  await logIn(page, demo.member)
  await openPlain(page, () => page.goto(history))

  await page.evaluate(() => localStorage.setItem('alarm-draft:x', 'Någon står'))
  await page.getByRole('button', { name: 'Öppna menyn' }).click()
  await hasWorker(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Logga ut', exact: true }).click()
  await expect(page.getByText('Ingen uppkoppling.').first()).toBeVisible()
  await page.context().setOffline(false)
  // The offline page reloads itself as soon as there is a connection.
  await expect(page).toHaveURL('/')
  await openPlain(page, () => page.goto(history))

  expect(await page.evaluate(() => localStorage.getItem('alarm-draft:x'))).toBe('Någon står')

  await logOut(page)
  expect(await page.evaluate(() => localStorage.getItem('alarm-draft:x'))).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/auth\?redirectTo=/)
})

test('an open alarm updates in the history, and a closed one is a plain page @long', async ({ browser }) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await raise(member, 'Någon står utanför dörren')
  await member.goto(history)
  await member.getByRole('main').getByRole('listitem').getByRole('link').click()
  await expect(member).toHaveURL(/\/history\/[0-9a-f-]{36}$/)
  const { pathname } = new URL(member.url())
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  await guard.goto(`/vakt/larm/${pathname.split('/').at(-1)}`)
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await expect(member.getByText(/Mottaget av Provvakt A/).first()).toBeVisible()
  await guard.getByRole('button', { name: 'Jag är på plats' }).click()
  await guard.getByRole('button', { name: 'Avslutat' }).click()
  await expect(member.getByRole('listitem').filter({ hasText: /Avslutat\s*kl\. / })).toBeVisible()
  // The page that runs React is not reloaded when the alarm ends.
  await expect(member.getByRole('heading', { level: 1 })).toBeVisible()

  await openPlain(member, () => member.reload())

  await expectForEveryone(member)
  await openPlain(member, () => member.goBack())

  await expectForEveryone(member)
})

test('a guard company’s receipt page is not plain: it runs React and listens for alarms', async ({ page }) => {
  const [receipt] = await ask<{ number: number; email: string; called: boolean }>(
    `select number, profiles.email from receipts join companies on companies.id = receipts.company_id
     join profiles on profiles.id = owner_id where security_status = 'active' limit 1`,
  )
  await logIn(page, receipt?.email ?? '')
  const heard = page.waitForRequest('**/live/alarms')
  await page.goto(`/dashboard/receipts/${receipt?.number}`)
  await isAlive(page)
  await heard
  expect(await page.evaluate(() => '__reactRouterContext' in window)).toBe(true)
})
