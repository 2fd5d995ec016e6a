import { expect, type Page } from '@playwright/test'
import { ask, openArea, openAs, openAsGuard } from '../../support/browser/alarm-people'
import { isAlive, scripts, test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

/** The first page of a member reminds of an open alarm or a walk home. */

const overview = '/dashboard/customer'
const alarmPage = '/dashboard/customer/safety'
const walkPage = '/dashboard/customer/safety/walk'

async function pressAlarm(page: Page) {
  await page.goto(alarmPage)
  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är ute' })).toBeVisible()
}

const goHome = (page: Page) =>
  page.getByRole('navigation', { name: 'Genvägar' }).getByRole('link', { name: 'Hem' }).click()

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test('an open alarm stands first on the overview, with a link to it', async ({ browser }) => {
      const area = await openArea(1)
      const page = await openAs(browser, area.member, { javaScriptEnabled, viewport: { width: 390, height: 844 } })
      await pressAlarm(page)
      await goHome(page)
      const card = page.getByRole('region', { name: 'Larmet är ute' })
      await expect(card).toContainText('Ingen har tagit det än.')
      await expect(page.getByRole('main').getByRole('heading')).toContainText([/^Hej Siv/, 'Larmet är ute'])
      await expect(page.getByRole('main')).not.toContainText('Någon är i huset')
      await card.getByRole('link', { name: 'Öppna larmet' }).click()
      await expect(page).toHaveURL(alarmPage)
      await page.getByRole('button', { name: 'Jag är trygg' }).click()
      await expect(page.getByRole('button', { name: 'Jag är trygg' })).toBeHidden()
      await goHome(page)
      await expect(page.getByRole('heading', { name: /^Hej Siv/ })).toBeVisible()
      await expect(page.getByText('Öppna larmet')).toBeHidden()
    })

    test('an open walk home is shown on the overview and on the alarm page @long', async ({ browser }) => {
      const area = await openArea(1)
      const page = await openAs(browser, area.member, { javaScriptEnabled, viewport: { width: 390, height: 844 } })
      await page.goto(walkPage)
      await page.locator('label', { hasText: '30 min' }).click()
      await page.getByRole('button', { name: 'Följ mig hem' }).click()
      await expect(page.getByRole('heading', { name: /^Hemma kl\./ })).toBeVisible()
      await page.goto(overview)
      const card = page.getByRole('region', { name: /^Följ mig hem: hemma kl\. \d\d\.\d\d/ })
      await expect(card).toContainText('Svarar du inte på det larmar vi.')
      await expect(card.getByRole('link', { name: 'Säg att du är hemma' })).toHaveAttribute('href', walkPage)
      await page.goto(alarmPage)
      // Below the send button, which must be on the first screen (thumb.spec.ts, docs/decisions/0254).
      const line = page.getByRole('main').getByText(/^Följ mig hem: hemma kl\./)
      await expect(line).toBeVisible()
      await expect(page.getByRole('button', { name: 'Skicka larm' })).toBeInViewport()
      await page.getByRole('link', { name: 'Säg att du är hemma' }).click()
      await expect(page).toHaveURL(walkPage)
    })
  })
}

test('the overview updates when the alarm is taken', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await pressAlarm(page)
  await page.goto(overview)
  await isAlive(page)
  await expect(page.getByRole('region', { name: 'Larmet är ute' })).toBeVisible()
  await expectForEveryone(page)
  const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [area.postcode])
  await guard.goto(`/vakt/larm/${alarm?.id}`)
  await guard.getByRole('button', { name: 'Ta larmet' }).click()
  await expect(page.getByRole('region', { name: 'Provvakt A (Ali) har tagit larmet' })).toBeVisible()
})

test('a test alarm is labelled as a test on the overview @long', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member)
  await page.goto(alarmPage)
  await isAlive(page)
  await page.getByText('Testa larmet').click()
  await page.getByRole('button', { name: 'Skicka testlarm' }).click()
  await expect(page.getByRole('heading', { name: 'Testlarmet är ute' })).toBeVisible()
  await page.goto(overview)
  const card = page.getByRole('region', { name: 'Testlarmet är ute' })
  await expect(card).toContainText('TEST')
  await expect(card.getByRole('link', { name: 'Öppna testlarmet' })).toBeVisible()
  await expectForEveryone(page)
})
