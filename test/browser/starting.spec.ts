import { expect, type Page } from '@playwright/test'
import { demo, logIn, newEmail, signUpMember, signUpWithUnread } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

const list = (page: Page) => page.getByRole('region', { name: 'Kom igång' })

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a member follows the checklist, ticks off the home screen, and puts the list away and back', {
      tag: '@long',
    }, async ({ page }) => {
      await signUpMember(page, { email: newEmail() })
      await expect(page).toHaveURL('/dashboard/customer')
      await expect(list(page).getByText('0 av 6').first()).toBeVisible()
      await list(page).getByRole('link', { name: 'Testa larmet' }).click()
      await expect(page).toHaveURL('/dashboard/customer/safety/setup#test')
      await page.goto('/dashboard/customer')
      await list(page).getByText('Lägg sidan på hemskärmen').click()
      await list(page).getByRole('button', { name: 'Det är gjort' }).click()
      await expect(list(page).getByText('1 av 6').first()).toBeVisible()
      if (javaScriptEnabled) await expectForEveryone(page)
      await list(page).getByRole('button', { name: 'Lägg undan listan' }).click()
      await expect(list(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Visa Kom igång igen' }).click()
      await expect(list(page).getByText('1 av 6').first()).toBeVisible()
    })

    test('a message that was sent is unread behind the bell, and is read once it is opened @long', async ({ page }) => {
      await signUpWithUnread(page)
      await page.getByRole('link', { name: /Notiser/ }).click()
      await expect(page.getByRole('heading', { name: 'Notiser', level: 1 })).toBeVisible()
      await expect(page.getByText('En länk eller kod, som bara står i själva meddelandet.').first()).toBeVisible()
      await expect(page.getByText('Ny', { exact: true }).first()).toBeVisible()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Markera alla som lästa' }).click()
      await expect(page.getByRole('link', { name: 'Notiser', exact: true })).toBeVisible()
      await page.reload()
      await expect(page.getByText('Ny', { exact: true })).toHaveCount(0)
    })

    test('a company’s invalid calendar link is refused, and its own feed answers 304 when unchanged @long', async ({
      page,
    }) => {
      await logIn(page, demo.company)
      await page.goto('/dashboard/provider/bookings/calendar')
      const busy = page.getByRole('region', { name: 'Upptagna tider ur er kalender' })
      await busy.getByLabel('Länk till kalendern').fill('http://kalender.example.se/x.ics')
      await busy.getByRole('button', { name: 'Spara länken' }).click()
      await expect(busy.getByLabel('Länk till kalendern')).toHaveAccessibleDescription(/behöver börja med https/)
      await expect(busy.getByLabel('Länk till kalendern')).toHaveValue('http://kalender.example.se/x.ics')
      await page.goto('/dashboard/provider/bookings/calendar')
      const own = page.getByRole('region', { name: 'Bokningarna i er telefon' })
      const make = own.getByRole('button', { name: 'Skapa en länk' })
      if (await make.isVisible()) await make.click()
      const address = await own.getByText(/calendar\.ics\?key=/).innerText()
      const feed = await page.request.get(address)
      expect(await feed.text()).toContain('BEGIN:VCALENDAR')
      const again = await page.request.get(address, { headers: { 'If-None-Match': feed.headers().etag ?? '' } })
      expect(again.status()).toBe(304)
    })
  })
}

test('a company closes on a holiday with one tap @long', async ({ page }) => {
  await logIn(page, demo.company)
  await page.goto('/dashboard/provider/company/hours')
  const holidays = page.getByRole('region', { name: 'Helgdagar' })
  await holidays.getByText('Välj dag för dag').click()
  await holidays.getByRole('button', { name: /^Stäng Julafton/ }).click()
  await expect(page.getByText('Stängt på helgdagar')).toBeVisible()
  await holidays.getByText('Välj dag för dag').click()
  await expect(holidays.getByRole('button', { name: /^Stäng Julafton/ })).toHaveCount(0)
})
