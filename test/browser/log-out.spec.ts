import { type Browser, expect, type Page } from '@playwright/test'
import { hangsAtFirst, openArea, openAs } from '../support/browser/alarm-people'
import { logOut, newEmail, pressLogOut, signUpMember } from '../support/browser/browser-people'
import { hasWorker, isAlive, test } from '../support/browser/browser-test'

/** What the next person at a browser can see after somebody has logged out. */

const alarmPage = '/dashboard/customer/safety'
const profile = '/dashboard/account'

async function openMember(browser: Browser): Promise<{ page: Page; words: string[] }> {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.goto(alarmPage)
  await hasWorker(page)
  await page.goto(profile)
  await isAlive(page)
  const name = await page.getByLabel('Namn').inputValue()
  expect(name).not.toBe('')
  return { page, words: [name, area.member] }
}

async function showsNothingOf(page: Page, words: string[]) {
  const shown = await page.content()
  for (const word of words) expect(shown).not.toContain(word)
}

test('back and forward show nothing of a member who has logged out', async ({ browser }) => {
  const { page, words } = await openMember(browser)
  await logOut(page)
  await showsNothingOf(page, words)
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await page.waitForLoadState('networkidle')
    await showsNothingOf(page, words)
  }
  await page.goForward()
  await page.waitForLoadState('networkidle')
  await showsNothingOf(page, words)
})

for (const [kind, address] of [
  ['runs', profile],
  ['is plain', `${alarmPage}/history`],
] as const) {
  test(`a page in another tab that ${kind} shows nothing of a member once somebody else is logged in @long`, async ({
    browser,
  }) => {
    const { page, words } = await openMember(browser)
    // The stream is the last thing that a plain page opens, so both kinds of page are ready by then.
    const line = page.waitForRequest('**/live')
    await page.goto(address)
    await line
    const other = await page.context().newPage()
    await other.goto('/dashboard/customer')
    await logOut(other)
    await signUpMember(other, { name: 'Nästa Person', email: newEmail() })
    await expect(other).toHaveURL('/dashboard/customer')
    // As when a tab is shown again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Nästa Person').first()).toBeAttached()
    await showsNothingOf(page, words)
  })
}

test('the offline page still opens, and shows nothing of a member who has logged out @long', async ({ browser }) => {
  const { page, words } = await openMember(browser)
  await logOut(page)
  await page.context().setOffline(true)
  await page.goto(alarmPage).catch(() => {})
  await expect(page.getByText('Ingen uppkoppling.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ring 112' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skicka larm' })).toBeHidden()
  await showsNothingOf(page, words)
  await page.goBack().catch(() => {})
  await showsNothingOf(page, words)
})

test('the offline page takes the form away when a store that hung says that the member has logged out @long', async ({
  browser,
}) => {
  const { page } = await openMember(browser)
  await logOut(page)
  await hangsAtFirst(page)
  await page.context().setOffline(true)
  await page.goto(alarmPage).catch(() => {})
  const send = page.getByRole('button', { name: 'Skicka larm' })
  await expect(send).toBeVisible()
  await expect(send).toBeHidden()
})

test('a log-out before the page’s scripts have loaded leaves nothing of the member behind @long', async ({
  browser,
}) => {
  const { page, words } = await openMember(browser)
  // Submits the form natively, without the page's scripts.
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/logout"]')?.submit())
  await expect(page).toHaveURL('/')
  await page.goBack()
  await page.waitForLoadState('networkidle')
  await showsNothingOf(page, words)
  await page.context().setOffline(true)
  await page.goto(alarmPage).catch(() => {})
  await expect(page.getByText('Ingen uppkoppling.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skicka larm' })).toBeHidden()
})

test('a log-out that the server does not answer shows an error and leaves the member logged in @long', async ({
  browser,
}) => {
  const { page } = await openMember(browser)
  let isSilent = true
  await page.route('**/logout.data', (asked) => (isSilent ? undefined : asked.continue()))
  await page.route('**/halsa/redo', (asked) => (isSilent ? asked.abort() : asked.continue()))
  await pressLogOut(page)
  await expect(page.getByRole('heading', { name: 'Det gick inte att visa sidan' })).toBeVisible()
  isSilent = false
  await page.goto(profile)
  await expect(page.getByLabel('Namn')).toBeVisible()
  await logOut(page)
})

test('an alarm page in another tab says that the session, not the connection, is gone, and keeps a press', async ({
  browser,
}) => {
  const { page } = await openMember(browser)
  // Records the text even if it is shown only for a moment.
  await page.addInitScript(() => {
    const note = () => {
      if (document.body?.innerText.includes('Uppkopplingen är borta')) document.documentElement.dataset.saidGone = 'ja'
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const line = page.waitForResponse('**/live/alarms')
  await page.goto(alarmPage)
  await line
  await isAlive(page)
  const other = await page.context().newPage()
  await other.goto('/dashboard/customer')
  await logOut(other)
  await expect(page.getByRole('alert').filter({ hasText: 'Du är inte inloggad längre.' })).toBeVisible()
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByText('Larmet ligger kvar här tills du loggar in.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Logga in och skicka' })).toBeVisible()
  await expect(page.locator('html')).not.toHaveAttribute('data-said-gone')
})
