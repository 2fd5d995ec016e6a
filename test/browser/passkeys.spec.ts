import { expect, type Page } from '@playwright/test'
import { demo, fillLogIn, logIn, logOut, newEmail, signUpMember } from '../support/browser/browser-people'
import { isAlive, test } from '../support/browser/browser-test'
import { expectForEveryone } from '../support/browser/scan'

const password = 'gullviva62'

// A passkey is bound to a host name, and not to an IP address; the demo answers at this name too.
test.use({ baseURL: `http://localhost:${process.env.TEST_PORT}` })

const ways = (page: Page) => page.getByRole('region', { name: 'Sätt att logga in', exact: true })
const security = '/dashboard/account/security'

/**
 * A virtual authenticator that verifies its user at once. It ignores conditional requests (autofill) unless `offers` is
 * set.
 */
async function giveAuthenticator(page: Page, { offers = false } = {}) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  if (!offers) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  }
  return (isUserVerified: boolean) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

async function addPasskey(page: Page, name: string) {
  await page.goto(security)
  await isAlive(page)
  await ways(page).getByLabel('Namn på passnyckeln').fill(name)
  await ways(page).getByRole('button', { name: 'Lägg till en passnyckel på den här enheten' }).click()
  await expect(page.getByText('Passnyckeln är tillagd')).toBeVisible()
}

async function logInByPasskey(page: Page) {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Logga in med passnyckel' }).click()
}

/** A new member, logged in. */
async function join(page: Page): Promise<string> {
  const email = newEmail()
  await signUpMember(page, { email, password })
  await expect(page).toHaveURL('/dashboard/customer')
  return email
}

test('a member adds a passkey, logs in with it, and removes it @long', async ({ page }) => {
  await giveAuthenticator(page)
  await join(page)
  await page.goto(security)
  await expect(ways(page).getByText('Det är ditt enda sätt att logga in')).toBeVisible()
  await addPasskey(page, 'Min telefon')
  await expect(ways(page).getByText('Passnyckel: Min telefon')).toBeVisible()
  await expect(ways(page).getByText('Har inte använts än')).toBeVisible()
  await ways(page).getByText('Ta bort', { exact: true }).last().click()
  await expectForEveryone(page)

  await logOut(page)
  await logInByPasskey(page)
  await expect(page).toHaveURL('/dashboard/customer')
  await page.goto(security)
  await expect(ways(page).getByText(/Användes senast .* på /)).toBeVisible()

  await ways(page).getByText('Byt namn', { exact: true }).click()
  await ways(page).getByLabel('Nytt namn').fill('Gamla telefonen')
  await expectForEveryone(page)
  await ways(page).getByRole('button', { name: 'Spara namnet' }).click()
  await expect(ways(page).getByText('Passnyckel: Gamla telefonen')).toBeVisible()

  await ways(page).getByText('Ta bort', { exact: true }).last().click()
  await ways(page).getByRole('button', { name: 'Ta bort Gamla telefonen' }).click()
  await expect(page.getByText('Passnyckeln är borttagen')).toBeVisible()
  await expect(ways(page).getByRole('listitem')).toHaveCount(1)
  await logOut(page)
  // The phone still has the passkey, but the account does not.
  await logInByPasskey(page)
  await expect(page.getByText('Passnyckeln gick inte att använda')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
})

test('the password can be removed when there is a passkey, which then replaces it as confirmation', {
  tag: '@long',
}, async ({ page }) => {
  await giveAuthenticator(page)
  const email = await join(page)
  await addPasskey(page, 'Säkerhetsnyckel')
  await ways(page).getByText('Ta bort', { exact: true }).first().click()
  await ways(page).getByRole('button', { name: 'Ta bort E-post och lösenord' }).click()
  await expect(page.getByText('Inloggningssättet är borttaget')).toBeVisible()
  await expect(ways(page).getByText('Det är ditt enda sätt att logga in')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Lösenord', exact: true })).toHaveCount(0)
  await expectForEveryone(page)

  await logOut(page)
  await page.goto('/auth')
  await fillLogIn(page, email, password)
  await expect(page.getByText('Fel e-post eller lösenord')).toBeVisible()
  await logInByPasskey(page)
  await expect(page).toHaveURL('/dashboard/customer')

  // What asks for the password takes the passkey, too: there is no other proof.
  await page.goto('/dashboard/account/data')
  await isAlive(page)
  const leave = page.getByRole('region', { name: 'Ta bort kontot' })
  await leave.getByLabel('Jag förstår att det inte går att ångra').check()
  await leave.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(leave.getByText('Visa din passnyckel, så ser vi att det är du.')).toBeVisible()
  await leave.getByRole('button', { name: 'Visa din passnyckel' }).click()
  await expect(leave.getByText('Tack, vi ser att det är du.')).toBeVisible()
  await leave.getByLabel('Jag förstår att det inte går att ångra').check()
  await expectForEveryone(page)
  await leave.getByRole('button', { name: 'Ta bort kontot' }).click()
  await expect(page.getByText('Ditt konto är borttaget').first()).toBeVisible()
})

test('an admin logs in with a passkey without a code, and is refused without user verification @long', async ({
  page,
}) => {
  const recognise = await giveAuthenticator(page)
  await logIn(page, demo.admin)
  const name = `Nyckel ${newEmail().slice(5, 13)}`
  await addPasskey(page, name)
  await logOut(page)
  await recognise(false)
  await logInByPasskey(page)
  await expect(page.getByText('Ingen passnyckel användes')).toBeVisible()
  await recognise(true)
  await logInByPasskey(page)
  await expect(page).toHaveURL('/dashboard/admin')
  await page.goto(security)
  await ways(page).getByRole('listitem').filter({ hasText: name }).getByText('Ta bort', { exact: true }).click()
  await ways(page)
    .getByRole('button', { name: `Ta bort ${name}` })
    .click()
  await expect(page.getByText('Passnyckeln är borttagen')).toBeVisible()
})

test('a passkey replaces the code at the second step', { tag: '@long' }, async ({ page }) => {
  await giveAuthenticator(page)
  const email = await join(page)
  await addPasskey(page, 'Min telefon')
  const own = page.getByRole('region', { name: 'Tvåstegsverifiering', exact: true })
  await own.getByText('Fråga efter passnyckeln i stället').click()
  await own.getByRole('button', { name: 'Fråga alltid efter passnyckeln' }).click()
  await expect(page.getByText('Tvåstegsverifiering är på')).toBeVisible()
  await expectForEveryone(page)
  await logOut(page)
  await page.goto('/auth')
  await fillLogIn(page, email, password)
  await expect(page).toHaveURL(/\/auth\/second-factor/)
  await page.getByRole('button', { name: 'Logga in med passnyckel' }).click()
  await expect(page).toHaveURL('/dashboard/customer')
})

test('the e-mail field offers the passkey by autofill', { tag: '@long' }, async ({ page }) => {
  await giveAuthenticator(page, { offers: true })
  await join(page)
  await addPasskey(page, 'Min telefon')
  await logOut(page)
  await page.goto('/auth')
  await expect(page).toHaveURL('/dashboard/customer')
})

test('the message that passkeys do not work is sent in noscript only @long', async ({ page }) => {
  await join(page)
  const html = await (await page.request.get(security)).text()
  const cannot = 'Här går det inte att lägga till en passnyckel'
  expect(html).toContain(cannot)
  expect(html.replace(/<noscript>.*?<\/noscript>/gs, '')).not.toContain(cannot)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the password form works, and no passkey button is offered @long', async ({ page }) => {
    const email = await join(page)
    await page.goto(security)
    // Playwright's text locators ignore text inside noscript.
    const told = ways(page).locator('noscript p')
    await expect(told).toBeVisible()
    await expect(told).toHaveText(/^Här går det inte att lägga till en passnyckel/)
    await logOut(page)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Logga in med passnyckel' })).toHaveCount(0)
    await fillLogIn(page, email, password)
    await expect(page).toHaveURL('/dashboard/customer')
  })
})
