import { expect } from '@playwright/test'
import { demo, demoPassword, fillLogIn, logIn, logOut, newEmail, signUpMember } from '../support/browser/browser-people'
import { test } from '../support/browser/browser-test'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    // The run without JavaScript is left to `npm run test:all`.
    const again = javaScriptEnabled ? {} : { tag: '@long' }

    test('a resident signs up, logs out and in again', async ({ page }) => {
      const email = newEmail()
      await signUpMember(page, { email })
      await expect(page).toHaveURL('/dashboard/customer')
      await expect(page.getByText('Välkommen! Din registrering är klar.')).toBeVisible()
      await logOut(page)
      await page.goto('/auth')
      await fillLogIn(page, email, 'gullviva62')
      await expect(page.getByText('Välkommen tillbaka!')).toBeVisible()
    })

    test('a company signs up with a tip @long', again, async ({ page }) => {
      await page.goto('/signup?role=company&plan=sponsor&postal=12541')
      await expect(page.getByRole('radio', { name: /Huvudsponsor/ })).toBeChecked()
      await expect(page.getByRole('textbox', { name: 'Postnummer' })).toHaveValue('12541')
      await page.getByLabel('Företagsnamn').fill('Provbolaget AB')
      await page.getByLabel('Organisationsnummer').fill('556016-0680')
      await page.getByLabel('Kategori').selectOption({ label: 'Städning' })
      await page.getByLabel('Adress').fill('Provvägen 1')
      await page.getByLabel('Telefon', { exact: true }).fill('08-123 456 78')
      await page.getByLabel('E-post').fill(newEmail())
      await page.getByLabel('Lösenord', { exact: true }).fill('gullviva62')
      await page.getByLabel('Tipsad av').fill('070-174 06 01')
      await page.getByRole('checkbox', { name: /Jag godkänner/ }).check()
      await page.getByRole('button', { name: 'Registrera företaget' }).click()
      await expect(page).toHaveURL('/dashboard/provider')
      await expect(page.getByText('Välkommen! Din företagsregistrering är klar.')).toBeVisible()
      await page.getByRole('link', { name: 'Visa profil: Provbolaget AB' }).click()
      await expect(page.getByRole('heading', { name: 'Provbolaget AB', level: 1 })).toBeVisible()
    })

    test('a forgotten password is reset by a mail link, which works once', again, async ({ page, browser }) => {
      const email = newEmail()
      await signUpMember(page, { email })
      await expect(page).toHaveURL('/dashboard/customer')
      await logOut(page)
      await page.goto('/auth')
      await page.getByRole('link', { name: 'Glömt lösenordet?' }).click()
      // The previous page has a field of the same name, so this waits for the new one.
      await expect(page.getByRole('heading', { name: 'Glömt lösenordet?' })).toBeVisible()
      await page.getByLabel('E-post').fill(email)
      await page.getByRole('button', { name: 'Skicka länken' }).click()
      await expect(page.getByRole('heading', { name: 'Titta i din inkorg' })).toBeVisible()

      const office = await browser.newPage({ javaScriptEnabled })
      await logIn(office, demo.admin)
      await expect(async () => {
        await office.goto(`/dashboard/admin/outbox?q=${encodeURIComponent(email)}`)
        await office.getByRole('link', { name: 'Välj ett nytt lösenord' }).click({ timeout: 1_000 })
      }).toPass()
      const link = await office.locator('a[href*="/auth/reset?token="]').first().getAttribute('href')
      await office.close()

      await page.goto(link ?? '')
      await page.getByLabel('Nytt lösenord').fill('nyhemlis')
      await page.getByRole('button', { name: 'Spara lösenordet' }).click()
      await expect(page.getByText('Lösenordet är bytt')).toBeVisible()
      await fillLogIn(page, email, 'nyhemlis')
      await expect(page).toHaveURL('/dashboard/customer')

      await page.context().clearCookies()
      await page.goto(link ?? '')
      await page.getByLabel('Nytt lösenord').fill('en gång till')
      await page.getByRole('button', { name: 'Spara lösenordet' }).click()
      await expect(page.getByText('Länken gäller inte längre')).toBeVisible()
    })

    test('a verification link that no longer works leads to the account, where the address is seen', async ({
      page,
    }) => {
      await page.goto('/auth/verify?token=x')
      await page.getByRole('button', { name: 'Bekräfta adressen' }).click()
      await expect(page.getByText('Adressen kan redan vara bekräftad')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Logga in' }).click()
      await expect(page).toHaveURL('/auth?redirectTo=%2Fdashboard%2Faccount')
      await logIn(page, demo.member)
      await page.goto('/auth/verify?token=x')
      await page.getByRole('button', { name: 'Bekräfta adressen' }).click()
      await page.getByRole('link', { name: 'Öppna Mitt konto' }).click()
      await expect(page.getByRole('heading', { name: 'E-postadress' })).toBeVisible()
    })

    test('a refused form says what is wrong at the field and keeps what was typed', async ({ page }) => {
      await page.goto('/signup?role=member')
      await page.getByLabel('Namn').fill('Prov')
      await page.getByLabel('Mobilnummer').fill('abc')
      await page.getByRole('button', { name: 'Bli medlem' }).click()
      await expect(page.getByLabel('Mobilnummer')).toHaveAccessibleDescription(/Skriv ett telefonnummer/)
      await expect(page.getByLabel('Mobilnummer')).toHaveValue('abc')
      await expect(page.getByLabel('Namn')).toHaveValue('Prov')
      const summary = page.getByRole('alert').filter({ hasText: 'Ett fel uppstod vid registrering' })
      await expect(summary.getByRole('link', { name: 'Du måste godkänna villkoren' })).toBeVisible()
    })

    test('a wrong password and an unknown address get the same answer @long', again, async ({ page }) => {
      for (const email of [demo.company, newEmail()]) {
        await page.goto('/auth')
        await fillLogIn(page, email, 'fel-fel-fel')
        await expect(page.getByText('Inloggning misslyckades')).toBeVisible()
        await expect(page.getByText('Fel e-post eller lösenord')).toBeVisible()
        await expect(page.getByLabel('E-post')).toHaveValue(email)
      }
    })

    test('a page that needs a login leads to the login and then back to the page @long', again, async ({ page }) => {
      await page.goto('/dashboard/account/security')
      await expect(page).toHaveURL('/auth?redirectTo=%2Fdashboard%2Faccount%2Fsecurity')
      await expect(page.getByText('inte inloggad längre')).toHaveCount(0)
      await fillLogIn(page, demo.member, demoPassword)
      await expect(page).toHaveURL('/dashboard/account/security')
    })

    test('a form sent after the session has ended leads to the login, which says that it is not saved', async ({
      page,
      context,
      request,
    }) => {
      const email = newEmail()
      await signUpMember(page, { email })
      await page.goto('/dashboard/account')
      const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
      // Logs out in another tab with the same session.
      await request.post('/logout', { headers: { cookie }, form: { redirectTo: '' } })
      await page.getByRole('button', { name: 'Spara', exact: true }).first().click()
      const words =
        'Du är inte inloggad längre. Logga in, så kommer du tillbaka dit du var. Det du skickade är inte sparat.'
      await expect(page.getByText(words)).toBeVisible()
      await fillLogIn(page, email, 'gullviva62')
      await expect(page).toHaveURL('/dashboard/account')
    })
  })
}

test('a person with the wrong role is redirected to their own area @long', async ({ page }) => {
  await logIn(page, demo.member)
  await page.goto('/dashboard/admin/outbox')
  await expect(page).toHaveURL('/dashboard/customer')
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard/customer')
})

test('the short form on /auth creates a member @long', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Registrera', exact: true }).click()
  await page.getByLabel('Namn').fill('Kort Formulär')
  await page.getByLabel('E-post').fill(newEmail())
  await page.getByLabel('Lösenord', { exact: true }).fill('kort')
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page.getByText('Registrering misslyckades')).toBeVisible()
  await page.getByLabel('Lösenord', { exact: true }).fill('längre')
  await page.getByRole('button', { name: 'Skapa konto' }).click()
  await expect(page).toHaveURL('/dashboard/customer')
  await expect(page.getByText('Välkommen!', { exact: true })).toBeVisible()
})

test('a session that ended elsewhere leads to the login, and a failed request does not @long', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await signUpMember(page, { email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')

  await page.route('**/session', (route) => route.abort())
  await page.clock.runFor(70_000)
  await expect(page).toHaveURL('/dashboard/customer')

  await page.unroute('**/session')
  await context.clearCookies()
  // In steps shorter than an answer may take: a longer step of the fake clock would time the request out.
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000)
      return page.url()
    })
    .toContain('/auth?redirectTo=%2Fdashboard%2Fcustomer')
})
