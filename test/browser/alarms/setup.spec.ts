import { type Browser, expect, type Page } from '@playwright/test'
import { type Area, ask, change, openArea, openAs, openAsGuard } from '../../support/browser/alarm-people'
import { readSms } from '../../support/browser/browser-people'
import { scripts, test } from '../../support/browser/browser-test'
import { expectForEveryone } from '../../support/browser/scan'

const alarmPage = '/dashboard/customer/safety'

/** A member whose number is not verified. */
async function openUnproven(): Promise<Area & { phone: string }> {
  const area = await openArea(1)
  await change('update profiles set phone_verified_at = null where id = $1', [area.memberId])
  const [row] = await ask<{ phone: string }>('select phone from profiles where id = $1', [area.memberId])
  return { ...area, phone: (row?.phone ?? '').replace('+46', '0') }
}

async function proveNumber(browser: Browser, page: Page, phone: string) {
  await page.getByRole('button', { name: 'Skicka koden' }).click()
  await expect(page.getByText('Koden är skickad')).toBeVisible()
  const code = /\d{6}/.exec(await readSms(browser, phone, 'Kod för mobilnumret'))?.[0] ?? ''
  await page.getByLabel('Koden i SMS:et').fill(code)
  await page.getByRole('button', { name: 'Bekräfta numret' }).click()
  await expect(page.getByText('Numret är bekräftat')).toBeVisible()
}

async function fillHome(page: Page) {
  await page.getByLabel('Gata').fill('Blåklintsvägen')
  await page.getByLabel('Nummer', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Spara hemmet' }).click()
  await expect(page.getByText('Fyll i namnet på dörren').first()).toBeVisible()
  await page.getByLabel('Namn på dörren').fill('Provsson')
  await page.getByLabel('Portkod').fill('4711')
  await page.getByLabel('Bra att veta').fill('Hör dåligt')
  await page.getByRole('button', { name: 'Spara hemmet' }).click()
  await expect(page.getByText('Hemmet är sparat')).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test('a member completes the setup, and a press then gives the guard the home, the door code and “ring inte”', async ({
      browser,
    }) => {
      test.slow()
      const area = await openUnproven()
      const page = await openAs(browser, area.member, {
        javaScriptEnabled,
        viewport: { width: 390, height: 844 },
        geolocation: { latitude: 59.2786, longitude: 18.0093, accuracy: 12 },
        permissions: javaScriptEnabled ? ['geolocation'] : [],
      })
      await page.goto(alarmPage)
      await page.getByRole('link', { name: '4 saker kvar innan larmet är redo' }).click()
      await expect(page.getByText('Saknas')).toHaveCount(4)
      await proveNumber(browser, page, area.phone)
      await fillHome(page)
      if (javaScriptEnabled) {
        await page.getByRole('button', { name: 'Ja, låt telefonen skicka sin plats' }).click()
      } else {
        // Playwright's text locators ignore text inside noscript.
        const told = page.locator('#position noscript p')
        await expect(told).toHaveText(/^Utan JavaScript kan telefonen inte skicka sin plats/)
        await expect(told).toBeVisible()
        await page.getByRole('button', { name: 'Larma utan min plats' }).click()
      }
      await expect(page.getByText('Ditt val är sparat')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Det här är kvar' })).toBeVisible()
      await page.getByRole('button', { name: 'Skicka testlarm' }).click()
      // The test alarm counts when it has reached somebody, not when it is sent.
      await expect(async () => {
        await page.goto('/dashboard/customer/safety/setup')
        await expect(page.getByRole('heading', { name: 'Ditt larm är redo' })).toBeVisible({ timeout: 1_000 })
      }).toPass()
      if (javaScriptEnabled) await expectForEveryone(page)

      await page.goto(alarmPage)
      await expect(page.getByRole('link', { name: 'Ditt larm är redo' })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Hemma' })).toBeChecked()
      await page.getByLabel('Beskriv vad som hänt').fill('Någon bryter upp dörren')
      await page.getByLabel('Ring mig inte, jag gömmer mig').check()
      await page.getByRole('button', { name: 'Skicka larm' }).click()
      await expect(page.getByText('Trygghetslarm skickat!')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Ingen ska ringa dig' })).toBeVisible()

      const guard = await openAsGuard(browser, area.partners[0]?.guardKey ?? '')
      const [alarm] = await ask<{ id: string; place: string; is_hiding: boolean }>(
        'select id, place, is_hiding from safety_alarms where postcode = $1 and not is_test',
        [area.postcode],
      )
      expect(alarm).toMatchObject({ place: 'home', is_hiding: true })
      await guard.goto(`/vakt/larm/${alarm?.id}`)
      // The list's card is an article too, so this takes the one with the page's heading.
      const larm = guard.getByRole('article').filter({ has: guard.getByRole('heading', { level: 1 }) })
      await expect(larm.getByText('Ring inte. Personen gömmer sig.').first()).toBeVisible()
      if (javaScriptEnabled)
        await expect(larm.getByText(/Senaste plats från telefonen: \d+ s sedan.*12 m/)).toBeVisible()
      await larm.getByRole('button', { name: 'Visa adress och portkod' }).click()
      const door = larm.getByRole('region', { name: 'Hem' })
      for (const fact of ['Blåklintsvägen 12', 'Provsson', '4711', 'Hör dåligt'])
        await expect(door.getByText(fact)).toBeVisible()
      await larm.getByRole('button', { name: 'Ta larmet' }).click()
      await expect(larm.getByText('Siv Provsson')).toBeVisible()
      await expect(larm.getByRole('link', { name: /^Ring/ })).toHaveCount(0)

      await page.goto(alarmPage)
      await page.getByRole('button', { name: 'Det går att ringa mig igen' }).click()
      await expect(page.getByText('De som kommer får ringa dig igen')).toBeVisible()
      await guard.reload()
      await expect(larm.getByRole('link', { name: /^Ring 070-174/ })).toBeVisible()
      await larm.getByRole('button', { name: 'Visa adress och portkod' }).click()
      await expect(door).toBeVisible()
    })
  })
}
