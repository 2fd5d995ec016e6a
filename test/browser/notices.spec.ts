import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { demo, logIn, logOut, newEmail, newPhone, signUpMember } from '../support/browser/browser-people'
import { scripts, test } from '../support/browser/browser-test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/browser/scan'

async function join(page: Page) {
  const [email, phone] = [newEmail(), newPhone()]
  await signUpMember(page, { email, phone })
  await expect(page).toHaveURL('/dashboard/customer')
  return { email, phone }
}

async function adminPage(browser: Browser, javaScriptEnabled = true) {
  const page = await browser.newPage({ javaScriptEnabled })
  await logIn(page, demo.admin)
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens the newest message to somebody in the outbox, as an administrator. */
async function openMessage(admin: Page, recipient: string, subject: string) {
  await admin.goto('/dashboard/admin/outbox')
  await admin.getByLabel('Mottagare').fill(recipient)
  await admin.getByLabel('Sätt').selectOption('SMS')
  await admin.getByRole('button', { name: 'Sök' }).click()
  await expect(admin).toHaveURL(/kanal=sms/)
  await admin.getByRole('link', { name: subject }).first().click()
  await expect(admin.getByRole('heading', { name: subject, level: 1 })).toBeVisible()
}

async function provePhone(page: Page, admin: Page, phone: string) {
  await page.goto('/dashboard/account')
  const own = section(page, 'Ditt nummer för SMS')
  await expect(own.getByText('Inte bekräftat')).toBeVisible()
  await own.getByRole('button', { name: 'Skicka koden' }).click()
  await expect(own.getByLabel('Koden i SMS:et')).toBeInViewport()

  await openMessage(admin, phone, 'Kod för mobilnumret')
  const code = /\d{6}/.exec(await section(admin, 'Texten').innerText())?.[0] ?? ''
  await own.getByLabel('Koden i SMS:et').fill(code === '000000' ? '111111' : '000000')
  await own.getByRole('button', { name: 'Bekräfta numret' }).click()
  await expect(own.getByLabel('Koden i SMS:et')).toHaveAccessibleDescription(/stämmer inte/)
  await own.getByLabel('Koden i SMS:et').fill(code)
  await own.getByRole('button', { name: 'Bekräfta numret' }).click()
  await expect(page.getByText('Numret är bekräftat')).toBeVisible()
  await expect(own.getByText('Bekräftat', { exact: true })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a member sets notices, verifies the number, consents to SMS, and withdraws the consent by STOP @long', async ({
      page,
      browser,
    }) => {
      test.slow()
      const { phone } = await join(page)
      const admin = await adminPage(browser, javaScriptEnabled)
      await page.goto('/dashboard/account/notices')
      await expect(page.getByText('Bekräfta ditt mobilnummer')).toBeVisible()

      await page.getByRole('checkbox', { name: 'SMS om Bokningar' }).check()
      await page.getByRole('checkbox', { name: 'Push om Poäng' }).uncheck()
      await page.getByLabel('Från', { exact: true }).selectOption('23.00')
      await page.getByRole('button', { name: 'Spara', exact: true }).click()
      await expect(page.getByText('Dina val är sparade')).toBeVisible()
      // The form is reset to the saved values; otherwise the next save would write the old ones.
      await expect(page.getByLabel('Från', { exact: true })).toHaveValue('23')
      await page.getByRole('button', { name: 'Spara', exact: true }).click()
      await expect(page.getByText('Dina val är sparade')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('checkbox', { name: 'SMS om Bokningar' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'Push om Poäng' })).not.toBeChecked()
      await expect(page.getByLabel('Från', { exact: true })).toHaveValue('23')

      const consents = section(page, 'SMS till kvarteret')
      await consents.getByRole('checkbox', { name: /Trygghets-SMS/ }).check()
      await consents.getByRole('button', { name: 'Spara samtycken' }).click()
      await expect(page.getByText('Dina samtycken är sparade')).toBeVisible()
      await expect(consents.getByText(/Du sa ja/)).toHaveCount(1)

      await provePhone(page, admin, phone)

      await admin.goto('/dashboard/admin/outbox/replies')
      await admin.getByLabel('Från numret').fill(phone)
      await admin.getByLabel('Svar', { exact: true }).fill('Stopp!')
      await admin.getByRole('button', { name: 'Svara' }).click()
      await expect(admin.getByText('Svaret är taget emot')).toBeVisible()
      await expect(admin.getByText('Ville inte ha fler').first()).toBeVisible()
      await openMessage(admin, phone, 'SMS är stoppade')

      await page.goto('/dashboard/account/notices')
      await expect(consents.getByText(/tackade nej .* genom att svara STOP/)).toBeVisible()
      await expect(consents.getByRole('checkbox', { name: /Trygghets-SMS/ })).not.toBeChecked()
      await expect(page.getByRole('checkbox', { name: 'SMS om Bokningar' })).not.toBeChecked()
      await admin.close()
    })

    test('a partner asks for a broadcast, and an admin reads what it costs and sends it', { tag: '@long' }, async ({
      page: admin,
      browser,
    }) => {
      test.slow()
      const partner = await browser.newPage({ javaScriptEnabled })
      await logIn(partner, 'foretag01@demo.example')
      await partner.goto('/dashboard/provider/broadcasts')
      const text = `Ronden går en timme senare i kväll. ${randomInt(1_000_000)}`
      const written = partner.getByLabel('Text', { exact: true })
      await partner.getByLabel('Område').selectOption('12540')
      await written.fill('Larmet kom från 59.2781, 18.0112')
      await partner.getByRole('button', { name: 'Be om godkännande' }).click()
      await expect(written).toHaveAccessibleDescription(/en position/)
      await expect(written).toHaveValue(/59\.2781/)
      await written.fill(text)
      await partner.getByRole('button', { name: 'Be om godkännande' }).click()
      await expect(partner.getByText('Utskicket väntar på godkännande')).toBeVisible()
      const own = partner.getByRole('listitem').filter({ hasText: text })
      await expect(own.getByText('Väntar på godkännande')).toBeVisible()

      await logIn(admin, demo.admin)
      await admin.goto('/dashboard/admin/broadcasts?visa=asked')
      await admin.getByRole('row').filter({ hasText: text }).getByRole('link').click()
      await expect(admin.getByText(`Trygghets-SMS från Söderort Trygghet via Kvartera: ${text}`)).toBeVisible()
      const decision = section(admin, 'Innan det går iväg')
      await expect(decision.getByText('Mottagare', { exact: true })).toBeVisible()
      await expect(decision.getByText(/\d\skr/)).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(admin)
      await decision.getByRole('button', { name: /^Skicka till \d+ mottagare$/ }).click()
      await expect(admin.getByText('Utskicket är på väg')).toBeVisible()
      // At night the SMS wait for the morning; by day they are sent at once.
      const result = section(admin, 'Så går det')
      await expect(result.getByText(/\d+ av \d+ skickade/).first()).toBeVisible()

      if (!javaScriptEnabled) await partner.reload()
      await expect(own.getByText('Väntar på godkännande')).toHaveCount(0)
      await partner.close()
    })
  })
}

test('a browser can be registered for push, tested and removed', { tag: '@long' }, async ({ page, browser }) => {
  const endpoint = `https://push.example/${randomInt(1_000_000_000)}`
  // A simulated push subscription, since the browser has no push service.
  await page.addInitScript((address) => {
    let subscribed = false
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const subscription = {
      endpoint: address,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint: address, keys }),
      unsubscribe: async () => true,
    }
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () =>
      subscribed ? (subscription as unknown as PushSubscription) : null
    PushManager.prototype.subscribe = async () => {
      subscribed = true
      return subscription as unknown as PushSubscription
    }
  }, endpoint)
  await join(page)
  await page.goto('/dashboard/account/notices')
  const push = section(page, 'Push på dina enheter')
  await push.getByRole('button', { name: 'Slå på push i den här webbläsaren' }).click()
  await expect(page.getByText('Push är påslaget i den här webbläsaren').first()).toBeVisible()
  await expect(push.getByRole('listitem')).toHaveCount(1)
  await expect(push.getByRole('button', { name: 'Slå på push i den här webbläsaren' })).toHaveCount(0)
  await expectAccessible(page)

  await push.getByRole('button', { name: 'Skicka ett prov' }).click()
  await expect(page.getByText('Ett prov är på väg')).toBeVisible()
  const admin = await adminPage(browser)
  await admin.goto('/dashboard/admin/outbox?kanal=push')
  await expect(admin.getByRole('link', { name: 'Det fungerar' }).first()).toBeVisible()
  await admin.close()

  await push.getByRole('button', { name: /Stäng av push i/ }).click()
  await expect(page.getByText('Push är avstängt där')).toBeVisible()
  await expect(push.getByRole('listitem')).toHaveCount(0)
})

test('a browser that blocks push is not told that its owner refused it @long', async ({ page }) => {
  // Private windows and managed browsers block it without asking.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await join(page)
  await page.goto('/dashboard/account/notices')
  await expect(section(page, 'Push på dina enheter').getByRole('status')).toHaveText(
    'Push är inte tillåtet för sidan i den här webbläsaren. Det ändrar du i webbläsarens inställningar för sidan.',
  )
})

test('a push question that was dismissed can be asked again @long', async ({ page }) => {
  await page.addInitScript(() => {
    let asked = 0
    Object.defineProperty(Notification, 'permission', { get: () => (asked < 3 ? 'default' : 'denied') })
    Notification.requestPermission = async () => (++asked < 3 ? 'default' : 'denied')
    PushManager.prototype.getSubscription = async () => null
  })
  await join(page)
  await page.goto('/dashboard/account/notices')
  const push = section(page, 'Push på dina enheter')
  const turnOn = push.getByRole('button', { name: 'Slå på push i den här webbläsaren' })
  for (const dismissed of [1, 2]) {
    await turnOn.click()
    await expect(turnOn, `question ${dismissed}`).toBeEnabled()
    await expect(push.getByRole('status')).toHaveCount(0)
  }
  await turnOn.click()
  await expect(push.getByRole('status')).toContainText('Push är inte tillåtet')
  await expect(turnOn).toHaveCount(0)
})

test('a browser whose push address is refused is told so, and can try again @long', async ({ page }) => {
  await page.addInitScript(() => {
    const toJSON = () => ({ endpoint: 'http://push.example/1', keys: { p256dh: 'x', auth: 'y' } })
    const subscription = { endpoint: 'http://push.example/1', toJSON, unsubscribe: async () => true }
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'granted'
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
  })
  await join(page)
  await page.goto('/dashboard/account/notices')
  const push = section(page, 'Push på dina enheter')
  await push.getByRole('button', { name: 'Slå på push i den här webbläsaren' }).click()
  await expect(push.getByRole('alert')).toBeVisible()
  await expect(push.getByRole('button', { name: 'Slå på push i den här webbläsaren' })).toBeEnabled()
  await expect(push.getByText('Frågar webbläsaren...')).toHaveCount(0)
})

test('an admin reads a mail as it looks, and sends it again', { tag: '@long' }, async ({ page }) => {
  const { email } = await join(page)
  await page.goto('/dashboard/account')
  await page.getByLabel('Ny e-postadress').fill(newEmail())
  await page.getByLabel('Ditt lösenord').fill('gullviva62')
  await page.getByRole('button', { name: 'Skicka länk till nya adressen' }).click()
  await expect(page.getByText('Titta i din inkorg')).toBeVisible()
  await logOut(page)

  await logIn(page, demo.admin)
  const found = `/dashboard/admin/outbox?q=${encodeURIComponent(email)}`
  const subject = 'Din e-postadress är på väg att bytas'
  await page.goto(found)
  await page.getByRole('link', { name: subject }).click()
  await expect(page.frameLocator('iframe').getByText('Du har bett om att byta')).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  // No script runs in the frame, so the scanner cannot either.
  await page.locator('iframe').evaluate((frame) => frame.remove())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Skicka igen' }).click()
  await expect(page.getByText('Meddelandet skickas igen')).toBeVisible()
  await page.goto(found)
  await expect(page.getByRole('link', { name: subject })).toHaveCount(2)
})
