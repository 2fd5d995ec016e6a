import { expect } from '@playwright/test'
import { ask, linkOf, openArea, openAs, sendsByItself } from '../../support/browser/alarm-people'
import { isAlive, test } from '../../support/browser/browser-test'

/** What is shown of an open alarm may be old when the line breaks, and whoever looks at it must know. */

const gone = 'Uppkopplingen är borta. Det som står här kan ha ändrats.'
const phone = { viewport: { width: 390, height: 844 } }

test('the alarm behind a personal link says that its connection is lost, and when it is back no longer', async ({
  browser,
}) => {
  const area = await openArea(1)
  const member = await openAs(browser, area.member)
  await sendsByItself(member)
  await member.goto('/dashboard/customer/safety')
  await member.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await member.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(member.getByText('Trygghetslarm skickat!')).toBeVisible()
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  const page = await (await browser.newContext(phone)).newPage()
  await page.clock.install()
  await page.goto(await linkOf(alarm?.id ?? '', area.partners[0]?.companyId ?? ''))
  await isAlive(page)
  await page.context().setOffline(true)
  await page.clock.runFor(6_000)
  await expect(page.getByText(gone)).toBeInViewport({ ratio: 1 })
  // A locked phone asks nothing, so it does not learn that the connection is back.
  const see = (state: 'hidden' | 'visible') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibilityState })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await see('hidden')
  await page.clock.runFor(6_000)
  await expect(page.getByText(gone)).toBeVisible()
  await see('visible')
  await page.context().setOffline(false)
  await page.clock.runFor(6_000)
  await expect(page.getByText(gone)).toHaveCount(0)
})

test('a member’s open alarm says on the first screen of a phone that its connection is lost', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member, phone)
  await page.clock.install()
  await page.goto('/dashboard/customer/safety')
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
  await isAlive(page)
  await page.context().setOffline(true)
  await expect(async () => {
    await page.clock.runFor(16_000)
    await expect(page.getByText(gone)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByText(gone)).toBeInViewport({ ratio: 1 })
})
