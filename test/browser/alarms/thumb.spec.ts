import { expect, type Locator } from '@playwright/test'
import { change, openArea, openAs } from '../../support/browser/alarm-people'
import { demo, logIn } from '../../support/browser/browser-people'
import { isAlive, scripts, test } from '../../support/browser/browser-test'

/** What is within the thumb's reach on a phone, and what it must not cover. */

const alarmPage = '/dashboard/customer/safety'

const phones = [
  { width: 360, height: 640 },
  { width: 375, height: 667 },
  { width: 360, height: 720 },
  { width: 375, height: 812 },
  { width: 390, height: 844 },
]

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { top: box.y, bottom: box.y + box.height }
}

async function expectApart(one: Locator, other: Locator) {
  await expect
    .poll(async () => {
      const a = await boxOf(one)
      // A single call: the element may vanish between a check that it exists and one where it is.
      const b = await other.boundingBox()
      return !b || a.bottom <= b.y + 1 || b.y + b.height <= a.top + 1
    })
    .toBe(true)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a member’s bottom bar has four links, the alarm among them, and a button for the whole menu', async ({
      page,
    }) => {
      await logIn(page, demo.member)
      await page.goto('/dashboard/account')
      const bar = page.getByRole('navigation', { name: 'Genvägar' })
      await expect(bar.getByRole('link')).toHaveText(['Hem', 'Boka', 'Bokningar', 'Larm'])
      await bar.getByRole('button', { name: 'Mer' }).click()
      await expect(page.getByRole('link', { name: 'Kvarterspoäng' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Logga ut', exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await bar.getByRole('link', { name: 'Larm' }).click()
      await expect(page).toHaveURL(alarmPage)
      await expect(bar.getByRole('link', { name: 'Larm' })).toHaveAttribute('aria-current', 'page')
    })

    test('the form names the sender right under the send button', async ({ browser }) => {
      const area = await openArea(1)
      const page = await openAs(browser, area.member, { viewport: { width: 390, height: 844 }, javaScriptEnabled })
      await page.goto(alarmPage)
      const name = await boxOf(page.getByText('Du skickar som Siv Provsson'))
      const send = await boxOf(page.getByRole('button', { name: 'Skicka larm' }))
      expect(name.top - send.bottom).toBeGreaterThanOrEqual(0)
      expect(name.top - send.bottom).toBeLessThan(24)
    })

    test('the message field, the place and the send button fit on the first screen of every phone size', async ({
      browser,
    }) => {
      const area = await openArea(1)
      const page = await openAs(browser, area.member, { viewport: { width: 390, height: 844 }, javaScriptEnabled })
      await page.goto(alarmPage)
      if (javaScriptEnabled) await isAlive(page)
      const field = page.getByLabel('Beskriv vad som hänt')
      const elsewhere = page.locator('label', { hasText: 'Annan plats' })
      const send = page.getByRole('button', { name: 'Skicka larm' })
      for (const size of phones) {
        await page.setViewportSize(size)
        const bar = await boxOf(page.getByRole('navigation', { name: 'Genvägar' }))
        for (const part of [field, elsewhere, send]) expect((await boxOf(part)).bottom).toBeLessThanOrEqual(bar.top)
      }
      // A choice's own field appears when it is chosen.
      const which = page.getByLabel('Vilken plats?')
      await expect(which).toBeHidden()
      await elsewhere.click()
      await expect(which).toBeVisible()
      await page.locator('label', { hasText: 'Där jag är nu' }).click()
      await expect(which).toBeHidden()
      if (!javaScriptEnabled) await expect(page.locator('fieldset ~ noscript p')).toBeVisible()
    })

    test('the bottom bar never covers the end of a page, and nothing stands above the header @long', async ({
      page,
    }) => {
      await logIn(page, demo.member)
      for (const address of ['/dashboard/customer/membership', alarmPage]) {
        await page.goto(address)
        expect((await boxOf(page.getByRole('banner'))).top).toBe(0)
        const bar = page.getByRole('navigation', { name: 'Genvägar' })
        const isFree = async () => {
          await page.evaluate(() => window.scrollTo({ top: 100_000, behavior: 'instant' }))
          return (await boxOf(page.getByRole('main'))).bottom <= (await boxOf(bar)).top + 1
        }
        await expect.poll(isFree).toBe(true)
      }
    })
  })
}

test('an open walk home does not move the send button @long', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member, { viewport: { width: 390, height: 844 } })
  const send = page.getByRole('button', { name: 'Skicka larm' })
  const places = async () => {
    await page.goto(alarmPage)
    await isAlive(page)
    const found: number[] = []
    for (const size of phones) {
      await page.setViewportSize(size)
      found.push((await boxOf(send)).bottom)
    }
    return found
  }
  const without = await places()
  for (const state of ['walking', 'asked']) {
    await change(`delete from walks using profiles where profiles.id = member_id and postcode = '${area.postcode}'`)
    await change(`insert into walks (member_id, key, state, home_at, due_at, created_at)
      select id, gen_random_uuid(), '${state}', now() + interval '9 minutes', now() + interval '14 minutes', now()
      from profiles where postcode = '${area.postcode}' and user_role = 'member'`)
    expect(await places()).toEqual(without)
    await expect(
      page.getByRole('main').getByRole('link', { name: state === 'asked' ? 'Svara' : 'Säg att du är hemma' }),
    ).toBeVisible()
    const bar = await boxOf(page.getByRole('navigation', { name: 'Genvägar' }))
    expect((await boxOf(send)).bottom).toBeLessThanOrEqual(bar.top)
  }
})

test('a test alarm that is out, or an alarm that has ended, leaves the send button in view and the focus alone @long', async ({
  browser,
}) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member, { viewport: { width: 390, height: 844 } })
  const send = page.getByRole('button', { name: 'Skicka larm' })
  const expectAtHand = async () => {
    await isAlive(page)
    await expect(send).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.locator('[data-own-alarm]:focus')).toHaveCount(0)
  }
  await page.goto(alarmPage)
  await isAlive(page)
  await page.getByText('Testa larmet').click()
  await page.getByRole('button', { name: 'Skicka testlarm' }).click()
  // Focus moves to the result for the person who sent the test alarm only.
  await expect(page.getByRole('heading', { name: 'Testlarmet är ute' })).toBeFocused()
  const bar = page.getByRole('navigation', { name: 'Genvägar' })
  const comeBack = async () => {
    await bar.getByRole('link', { name: 'Hem' }).click()
    await expect(page).toHaveURL('/dashboard/customer')
    await bar.getByRole('link', { name: 'Larm' }).click()
  }
  await comeBack()
  await expect(page.getByRole('heading', { name: 'Testlarmet är ute' })).toBeVisible()
  await expectAtHand()

  await page.getByLabel('Beskriv vad som hänt').fill('Någon är i huset')
  await send.click()
  await page
    .getByRole('region', { name: 'Larmet är ute', exact: true })
    .getByRole('button', { name: 'Jag är trygg' })
    .click()
  const over = page.getByRole('heading', { name: 'Larmet är avslutat' })
  await expect(over).toBeInViewport()
  await change(`update safety_alarms set closed_at = closed_at - interval '6 minutes', created_at = created_at - interval '7 minutes'
    where postcode = '${area.postcode}' and not is_test`)
  await comeBack()
  await expect(over).toBeVisible()
  await expectAtHand()
})

test('the 112 bar never covers the send button, whatever the scroll position @long', async ({ browser }) => {
  const area = await openArea(1)
  const page = await openAs(browser, area.member, { viewport: { width: 390, height: 600 } })
  await page.goto(alarmPage)
  await isAlive(page)
  const send = page.getByRole('button', { name: 'Skicka larm' })
  const bar = page.locator('.emergency-bar')
  for (let down = 0; down < 1600; down += 120) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), down)
    await expectApart(send, bar)
  }
  await expect(bar).toBeVisible()
})

test('a company has no bottom bar @long', async ({ page }) => {
  await logIn(page, demo.company)
  await page.goto('/dashboard/provider')
  await expect(page.getByRole('navigation', { name: 'Genvägar' })).toHaveCount(0)
})
