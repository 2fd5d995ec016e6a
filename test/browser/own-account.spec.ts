import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { change } from '../support/browser/alarm-people'
import { fillLogIn, logIn, logOut, newEmail, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { everyLook, expectAccessible, expectForEveryone } from '../support/browser/scan'
import { totpCode } from '../support/totp'

const password = 'gullviva62'

/** A new member, logged in. */
async function join(page: Page): Promise<string> {
  const email = newEmail()
  await signUpMember(page, { email, password })
  await expect(page).toHaveURL('/dashboard/customer')
  return email
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a profile can be changed, and invalid values are refused at their fields', { tag: '@long' }, async ({
      page,
    }) => {
      await join(page)
      await page.goto('/dashboard/account')
      await page.getByLabel('Namn').fill('Nytt Namn')
      await page.getByLabel('Mobilnummer').fill('abc')
      await page.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByLabel('Mobilnummer')).toHaveAccessibleDescription(/Skriv ett telefonnummer/)
      await expect(page.getByLabel('Mobilnummer')).toHaveValue('abc')
      await expect(page.getByText('Uppgifterna är inte sparade')).toBeInViewport()

      await page.getByLabel('Mobilnummer').fill('0701740634')
      await page.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByText('Uppgifterna är sparade')).toBeInViewport()
      await expect(page.getByLabel('Namn')).toHaveValue('Nytt Namn')
      await expect(page.getByLabel('Mobilnummer')).toHaveValue('070-174 06 34')
    })

    test('a new address waits for its link, and the change can be cancelled', { tag: '@long' }, async ({ page }) => {
      await join(page)
      const email = newEmail()
      await page.goto('/dashboard/account')
      await page.getByLabel('Ny e-postadress').fill(email)
      await page.getByLabel('Ditt lösenord').fill(password)
      await page.getByRole('button', { name: 'Skicka länk till nya adressen' }).click()
      await expect(page.getByText('Titta i din inkorg')).toBeInViewport()
      await expect(section(page, 'E-postadress').getByText(email)).toBeVisible()
      await expect(page.getByLabel('Ditt lösenord')).toHaveValue('')
      await page.getByRole('button', { name: 'Avbryt bytet' }).click()
      await expect(page.getByText('Bytet är avbrutet')).toBeVisible()
      await expect(page.getByText(email)).toHaveCount(0)
    })

    test('a second factor can be turned on, used with a recovery code, and turned off @long', async ({ page }) => {
      const email = await join(page)
      await page.goto('/dashboard/account/security')
      const own = section(page, 'Tvåstegsverifiering')
      await own.getByLabel('Ditt lösenord').fill(password)
      await own.getByRole('button', { name: 'Slå på' }).click()
      await expect(own.getByRole('img', { name: /QR-kod/ })).toBeVisible()
      const uri = (await own.getByRole('link', { name: 'öppna den härifrån' }).getAttribute('href')) ?? ''
      const recoveryCode = (await own.locator('ul li').first().innerText()).trim()

      await own.getByLabel('Sexsiffrig kod').fill('12')
      await own.getByRole('button', { name: 'Slå på tvåstegsverifiering' }).click()
      await expect(own.getByLabel('Sexsiffrig kod')).toHaveAccessibleDescription(/stämmer inte/)
      await expect(own.getByText(recoveryCode)).toBeVisible()
      await own.getByLabel('Sexsiffrig kod').fill(totpCode(uri))
      await own.getByRole('button', { name: 'Slå på tvåstegsverifiering' }).click()
      await expect(page.getByText('Tvåstegsverifiering är på')).toBeVisible()

      await logOut(page)
      await page.goto('/auth')
      await fillLogIn(page, email, password)
      await expect(page).toHaveURL(/\/auth\/second-factor/)
      await page.getByLabel('Kod').fill(recoveryCode.toUpperCase())
      await page.getByRole('button', { name: 'Fortsätt' }).click()
      await expect(page).toHaveURL('/dashboard/customer')

      await page.goto('/dashboard/account/security')
      await page.getByText('Stäng av tvåstegsverifiering').click()
      await own.locator('details[open]').getByLabel('Ditt lösenord').fill(password)
      // The code that turned it on is used up, so this uses the next one, which is accepted a little early.
      await own
        .locator('details[open]')
        .getByLabel('Kod från appen')
        .fill(totpCode(uri, Date.now() + 30_000))
      await own.getByRole('button', { name: 'Stäng av' }).click()
      await expect(page.getByText('Tvåstegsverifiering är av')).toBeVisible()
    })

    test('another device can be logged out, and a new password logs out all other devices', { tag: '@long' }, async ({
      page,
      browser,
    }) => {
      const email = await join(page)
      const phone = await browser.newPage({ javaScriptEnabled })
      const isOut = async () => {
        await phone.goto('/dashboard/customer')
        return phone.url().includes('/auth')
      }
      await logIn(phone, email, password)
      await page.goto('/dashboard/account/security')
      const devices = section(page, 'Inloggade enheter')
      await expect(devices.getByRole('listitem')).toHaveCount(2)
      await devices.getByRole('listitem').getByRole('button').click()
      await expect(page.getByText('Enheten är utloggad')).toBeVisible()
      await expect(devices.getByRole('listitem')).toHaveCount(1)
      expect(await isOut()).toBe(true)

      await logIn(phone, email, password)
      await page.getByLabel('Ditt nuvarande lösenord').fill(password)
      await page.getByLabel('Nytt lösenord').fill('ännu hemligare')
      await page.getByRole('button', { name: 'Byt lösenord' }).click()
      await expect(page.getByText('Lösenordet är bytt')).toBeVisible()
      expect(await isOut()).toBe(true)
      await phone.close()

      await devices.getByRole('button', { name: 'Logga ut överallt' }).click()
      await expect(page.getByText('Du är utloggad överallt')).toBeVisible()
      await page.goto('/dashboard')
      await expect(page).toHaveURL('/auth')
    })

    test('an old login needs the password again to change the number and to log out a device', {
      tag: '@long',
    }, async ({ page, browser }) => {
      const email = await join(page)
      const grownOld = () =>
        change(
          `update sessions set created_at = sessions.created_at - interval '16 minutes', confirmed_at = null
           from profiles where profiles.id = profile_id and email = $1`,
          [email],
        )
      await grownOld()
      await page.goto('/dashboard/account')
      const profile = section(page, 'Om dig')
      await profile.getByLabel('Namn').fill('Nytt Namn')
      await profile.getByLabel('Mobilnummer').fill('0701740635')
      await profile.getByRole('button', { name: 'Spara' }).click()
      await expect(profile.getByLabel('Ditt lösenord')).toHaveAccessibleDescription(/Skriv ditt lösenord igen/)
      await expect(profile.getByLabel('Mobilnummer')).toHaveValue('0701740635')
      await expect(profile.getByLabel('Namn')).toHaveValue('Nytt Namn')
      if (javaScriptEnabled) await expectAccessible(page)
      await profile.getByLabel('Ditt lösenord').fill(password)
      await profile.getByRole('button', { name: 'Spara' }).click()
      await expect(page.getByText('Uppgifterna är sparade')).toBeInViewport()
      await expect(profile.getByLabel('Mobilnummer')).toHaveValue('070-174 06 35')

      const phone = await browser.newPage({ javaScriptEnabled })
      await logIn(phone, email, password)
      await grownOld()
      await page.goto('/dashboard/account/security')
      const devices = section(page, 'Inloggade enheter')
      await devices.getByRole('listitem').getByRole('button').click()
      await expect(devices.getByLabel('Ditt lösenord')).toHaveCount(1)
      await expect(devices.getByLabel('Ditt lösenord')).toHaveAccessibleDescription(/Skriv ditt lösenord igen/)
      if (javaScriptEnabled) await expectForEveryone(page)
      await devices.getByLabel('Ditt lösenord').fill(password)
      await devices
        .getByRole('listitem')
        .getByRole('button', { name: /^Logga ut/ })
        .click()
      await expect(page.getByText('Enheten är utloggad')).toBeVisible()
      await phone.close()
    })

    test('a member downloads their data and deletes the account', async ({ page }) => {
      const email = await join(page)
      await page.goto('/dashboard/account/data')
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Hämta filen' }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^mina-uppgifter-\d{4}-\d\d-\d\d\.json$/)
      const { profil } = JSON.parse(await readFile(await file.path(), 'utf8')) as { profil: { epost: string } }
      expect(profil.epost).toBe(email)

      await page.getByLabel('Ditt lösenord').fill(password)
      await page.getByRole('button', { name: 'Ta bort kontot' }).click()
      await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Bekräfta att du förstår/)
      await page.getByLabel('Ditt lösenord').fill(password)
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Ta bort kontot' }).click()
      await expect(page.getByText('Ditt konto är borttaget')).toBeInViewport()
      await page.goto('/auth')
      await fillLogIn(page, email, password)
      await expect(page.getByText('Fel e-post eller lösenord')).toBeVisible()
    })
  })
}

test('the steps that appear when a second factor is turned on are accessible', { tag: '@long' }, async ({ page }) => {
  await join(page)
  await page.goto('/dashboard/account/security')
  const own = section(page, 'Tvåstegsverifiering')
  await own.getByLabel('Ditt lösenord').fill(password)
  await own.getByRole('button', { name: 'Slå på' }).click()
  // Focus for screen readers moves to the step that replaces the form.
  await expect(own.getByRole('heading', { name: '1. Lägg till kontot i din app' })).toBeFocused()
  await expectForEveryone(page, everyLook)
  await own.getByRole('button', { name: 'Slå på tvåstegsverifiering' }).click()
  await expect(own.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
})
