import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { change } from '../../support/browser/alarm-people'
import { newEmail, signUpMember } from '../../support/browser/browser-people'
import { isAlive, scripts, test } from '../../support/browser/browser-test'
import { scanIf } from '../../support/browser/scan'
import { type StripeServer, startStripe } from '../../support/counterparts/stripe-server'
import { productionEnv } from '../../support/operator'
import { freePort, type Product, startProcess } from '../../support/product-process'

/** A product that takes cards, with a simulated provider: whoever leaves is never charged again. */
const database = `cards_${randomBytes(6).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'kvartera-cards-'))
let stripe: StripeServer
let product: Product
let home: string

test.beforeAll(async () => {
  await change(`create database ${database}`)
  stripe = await startStripe()
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  product = await startProcess({
    ...productionEnv,
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: `postgresql://kvartera@/${database}?host=${join(process.env.TEST_FOLDER ?? '', 'run')}`,
    STRIPE_SECRET_KEY: stripe.account.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.account.webhookSecret,
    STRIPE_URL: stripe.account.url,
  })
})
test.afterAll(async () => {
  expect(stripe.strange).toEqual([])
  await product.stop()
  await stripe.stop()
  await change(`drop database ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a webhook as the provider does: signed. The product asks the provider about it. */
async function tell(request: APIRequestContext, type: string, about: { id: string }) {
  const { payload, signature } = stripe.event(type, about)
  const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' }
  expect((await request.post(`${home}/webhooks/stripe`, { data: payload, headers })).status()).toBe(200)
}

const inThirtyDays = () => new Date(Date.now() + 30 * 86_400_000)
const asked = (method: string, path: string) => stripe.asked.filter((one) => one.method === method && one.path === path)

/** The product with a new member who looks at their membership. */
async function openMembership(browser: Browser, javaScriptEnabled: boolean) {
  const page = await browser.newPage({ baseURL: home, javaScriptEnabled })
  // The provider's checkout page cannot be reached from here; that it is requested is what counts.
  await page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'Kassan' }))
  await signUpMember(page, { email: newEmail() })
  await expect(page).toHaveURL('/dashboard/customer')
  await page.goto('/dashboard/customer/membership')
  return page
}

/** Opens the checkout, and returns its session. */
async function openCheckout(page: Page): Promise<string> {
  const till = page.waitForRequest(/^https:\/\/checkout\.stripe\.com\/cs_/)
  await page.getByRole('button', { name: 'Betala med kort varje månad' }).click()
  const session = (await till).url().split('/').at(-1) ?? ''
  // A redirect cannot be intercepted, so without JavaScript this ends at the browser's error page.
  await page.waitForURL((url) => url.origin !== home)
  return session
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(...scripts(javaScriptEnabled), () => {
    test.use({ javaScriptEnabled })

    test('a card that is filled in is awaited, not asked for again, until the provider tells of it @long', async ({
      browser,
    }) => {
      const page = await openMembership(browser, javaScriptEnabled)
      const session = await openCheckout(page)
      await page.goto('/dashboard/customer/membership?kort=klar')
      await expect(page.getByText('Vi väntar på besked om kortet.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Betala med kort varje månad' })).toHaveCount(0)
      await scanIf(javaScriptEnabled)(page)
      if (javaScriptEnabled) await isAlive(page)
      stripe.subscribe(session, inThirtyDays())
      await tell(page.request, 'checkout.session.completed', { id: session })
      if (!javaScriptEnabled) await page.reload()
      await expect(page.getByText('Med kortet som du har lagt in')).toBeVisible()
      await expect(page.getByText('Vi väntar på besked om kortet.')).toHaveCount(0)
      await page.close()
    })

    test('a refusal of the provider stands clear of the button below it @long', async ({ browser }) => {
      const page = await openMembership(browser, javaScriptEnabled)
      stripe.breakDown(true)
      await page.getByRole('button', { name: 'Betala med kort varje månad' }).click()
      const refusal = page.getByRole('alert').filter({ hasText: 'Det går inte att betala med kort just nu' })
      await expect(refusal).toBeVisible()
      stripe.breakDown(false)
      // Both in one look, since the page may still be scrolling.
      const gap = await refusal.evaluate((box) => {
        const button = box.closest('form')?.querySelector('button')
        return (button?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().bottom
      })
      expect(gap).toBeGreaterThan(12)
      await page.close()
    })

    test('deleting an account ends its card subscription, and a later draw is refunded @long', async ({ browser }) => {
      const scan = scanIf(javaScriptEnabled)
      const page = await openMembership(browser, javaScriptEnabled)
      const session = await openCheckout(page)
      const subscription = stripe.subscribe(session, inThirtyDays())
      await tell(page.request, 'checkout.session.completed', { id: session })

      await page.goto('/dashboard/customer/membership')
      await expect(page.getByText('Med kortet som du har lagt in')).toBeVisible()
      await scan(page)

      await page.goto('/dashboard/account/data')
      const last = page.getByRole('region', { name: 'Ta bort kontot', exact: true })
      await last.getByLabel('Ditt lösenord').fill('gullviva62')
      await last.getByRole('checkbox').check()
      await last.getByRole('button', { name: 'Ta bort kontot' }).click()
      await expect(page.getByText('Ditt konto är borttaget')).toBeVisible()
      await expect.poll(() => asked('DELETE', `/v1/subscriptions/${subscription.id}`).length).toBe(1)

      const invoice = stripe.draw(subscription, 39_00, inThirtyDays())
      await tell(page.request, 'invoice.paid', invoice)
      await tell(page.request, 'invoice.payment_succeeded', invoice)
      const [paid] = (invoice.payments as { data: { payment: { payment_intent: string } }[] }).data
      const back = () =>
        asked('POST', '/v1/refunds').filter(({ body }) => body.payment_intent === paid?.payment.payment_intent)
      await expect.poll(() => back().map(({ body }) => body.amount)).toEqual([39_00])
      await page.close()
    })
  })
}
