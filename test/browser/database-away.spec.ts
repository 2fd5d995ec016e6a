import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { change } from '../support/browser/alarm-people'
import { newEmail } from '../support/browser/browser-people'
import { hasWorker, isAlive, test } from '../support/browser/browser-test'
import { openSilentProxy, type SilentProxy, socketIn } from '../support/counterparts/silent-proxy'
import { productionEnv } from '../support/operator'
import { freePort, type Product, startProcess } from '../support/product-process'

/**
 * The product runs but its database is away: the first press is kept with its idempotency key, the page says so, and
 * sends it when the database is back. One alarm, however many retries.
 */
test.describe.configure({ mode: 'default' })

const alarmPath = '/dashboard/customer/safety'
const database = `away_${randomBytes(6).toString('hex')}`
const folder = mkdtempSync(join(tmpdir(), 'kvartera-away-'))
const sockets = () => join(process.env.TEST_FOLDER ?? '', 'run')
let proxy: SilentProxy
let product: Product
let home: string

test.beforeAll(async () => {
  await change(`create database ${database}`)
  proxy = await openSilentProxy(socketIn(sockets()))
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  product = await startProcess({
    ...productionEnv,
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: `postgresql://kvartera@127.0.0.1:${proxy.port}/${database}`,
  })
})
test.afterEach(() => proxy.speak())
test.afterAll(async () => {
  await product.stop()
  await proxy.close()
  await change(`drop database ${database} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** A new member in a browser of their own. */
async function openMember(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: home, ...options })
  const person = { name: 'Siv', phone: '0701740640', email: newEmail(), password: 'gullviva62', terms: 'on' }
  const headers = { Origin: home }
  // Idle connections that went silent in the previous test are still being dropped from the pool.
  await expect.poll(() => proxy.silentUnusedLines()).toBe(0)
  await expect.poll(async () => (await context.request.get('/halsa')).status()).toBe(200)
  const joined = await context.request.post('/signup', {
    form: { intent: 'member', ...person },
    headers,
    maxRedirects: 0,
  })
  expect(joined.status()).toBe(302)
  return context.newPage()
}

async function alarms(message: string): Promise<number> {
  const client = new pg.Client({ host: sockets(), user: 'kvartera', database })
  await client.connect()
  const { rows } = await client.query('select urgency from safety_alarms where message = $1', [message])
  await client.end()
  // If the retry had joined another alarm, its urgency would be counted up.
  for (const { urgency } of rows) expect(urgency).toBe(1)
  return rows.length
}

async function press(page: Page, message: string) {
  await page.getByLabel('Beskriv vad som hänt').fill(message)
  await page.getByRole('button', { name: 'Skicka larm' }).click()
}

/** What the page shows while nothing answers: not sent, kept, and 112 in sight. */
async function saysThatItIsKept(page: Page, message: string) {
  await expect(page.getByRole('heading', { name: /^Larmet är inte skickat/ })).toBeVisible()
  await expect(page.getByText(message).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /112/ }).first()).toBeVisible()
  await expect(page.getByText(/[Ff]örsöker igen/).first()).toBeVisible()
  await expect(page.getByText('Trygghetslarm skickat!').filter({ visible: true })).toHaveCount(0)
  expect(await alarms(message)).toBe(0)
}

async function sendsItByItself(page: Page, message: string) {
  proxy.speak()
  await expect(page.getByText('Trygghetslarm skickat!').filter({ visible: true }).first()).toBeVisible()
  expect(await alarms(message)).toBe(1)
}

test('on the first page in a browser a press is kept without the database, and sent when it is back @long', async ({
  browser,
}) => {
  const page = await openMember(browser, { serviceWorkers: 'block' })
  proxy.refuseAll()
  expect((await page.goto(alarmPath))?.status()).toBe(503)
  await press(page, 'Första sidan')
  await saysThatItIsKept(page, 'Första sidan')
  // A reload resumes the retries.
  await page.reload()
  await saysThatItIsKept(page, 'Första sidan')
  await sendsItByItself(page, 'Första sidan')
})

test('a press before the page’s scripts have loaded is kept, and sent once when the database is back @long', async ({
  browser,
}) => {
  const page = await openMember(browser, { serviceWorkers: 'block' })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(alarmPath)
  proxy.refuseAll()
  await press(page, 'Utan sidans skript')
  await saysThatItIsKept(page, 'Utan sidans skript')
  await sendsItByItself(page, 'Utan sidans skript')
  // Reloading fetches the page, and does not resend the form.
  await page.getByRole('link', { name: 'Följ larmet' }).click()
  await expect(page.getByText('Utan sidans skript').first()).toBeVisible()
  expect(await alarms('Utan sidans skript')).toBe(1)
})

test('without JavaScript the message stays in the form, and pressing again raises one alarm @long', async ({
  browser,
}) => {
  const page = await openMember(browser, { javaScriptEnabled: false })
  await page.goto(alarmPath)
  proxy.refuseAll()
  await press(page, 'Utan JavaScript')
  await expect(page.getByText('Larmet är inte skickat. Ring 112 vid fara.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ring 112' })).toHaveAttribute('href', 'tel:112')
  await expect(page.getByLabel('Beskriv vad som hänt')).toHaveValue('Utan JavaScript')
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByLabel('Beskriv vad som hänt')).toHaveValue('Utan JavaScript')
  proxy.speak()
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByText('Larmet är ute')).toBeVisible()
  expect(await alarms('Utan JavaScript')).toBe(1)
})

for (const [what, goAway, tag] of [
  ['refuses', () => proxy.refuseAll(), []],
  // Slow, since each step waits for a connection's timeout.
  ['is silent', () => proxy.silenceAll(), ['@long']],
] as const) {
  test(`with the service worker, while the database ${what}, the offline page keeps a press and sends it later`, {
    tag: [...tag],
  }, async ({ browser }) => {
    const page = await openMember(browser)
    await page.goto(alarmPath)
    await hasWorker(page)
    goAway()
    await page.goto(alarmPath)
    await press(page, `Den andra sidan ${what}`)
    await saysThatItIsKept(page, `Den andra sidan ${what}`)
    await sendsItByItself(page, `Den andra sidan ${what}`)
  })

  test(`on the open page, while the database ${what}, a press is kept and sent later`, { tag: [...tag] }, async ({
    browser,
  }) => {
    const page = await openMember(browser)
    await page.goto(alarmPath)
    await isAlive(page)
    goAway()
    await press(page, `Öppen sida ${what}`)
    await saysThatItIsKept(page, `Öppen sida ${what}`)
    await sendsItByItself(page, `Öppen sida ${what}`)
  })
}

test('a link to the alarm page leads to a form that works without the database @long', async ({ browser }) => {
  for (const serviceWorkers of ['allow', 'block'] as const) {
    const page = await openMember(browser, { serviceWorkers })
    // Without the stream: otherwise a hint while the database goes away would make the overview reload and fail.
    await page.context().route('**/live**', (route) => route.abort())
    await page.goto('/dashboard')
    await isAlive(page)
    if (serviceWorkers === 'allow') await hasWorker(page)
    proxy.refuseAll()
    await page.getByRole('main').getByRole('link', { name: 'Skicka larm' }).click()
    await press(page, `Genom en länk ${serviceWorkers}`)
    await saysThatItIsKept(page, `Genom en länk ${serviceWorkers}`)
    await sendsItByItself(page, `Genom en länk ${serviceWorkers}`)
  }
})

test('a browser without IndexedDB says that it cannot keep the alarm, and retries while the page is open @long', async ({
  browser,
}) => {
  const page = await openMember(browser, { serviceWorkers: 'block' })
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('no storage here', 'SecurityError')
    }
  })
  proxy.refuseAll()
  await page.goto(alarmPath)
  await press(page, 'Sparas inte')
  await expect(page.getByRole('alert')).toContainText('Larmet kan inte sparas i den här webbläsaren')
  await saysThatItIsKept(page, 'Sparas inte')
  await sendsItByItself(page, 'Sparas inte')
})

const street = 'Götalandsvägen 214'

/** The account page, with a change that is not saved yet. */
async function writeProfile(page: Page) {
  await page.goto('/dashboard/account')
  await page.getByLabel('Namn', { exact: true }).fill(street)
}
const nameSaved = async (page: Page) => {
  await page.goto('/dashboard/account')
  return await page.getByLabel('Namn', { exact: true }).inputValue()
}

test('any other form keeps its text, says that it is not saved, and is sent only by the next press @long', async ({
  browser,
}) => {
  const page = await openMember(browser)
  await writeProfile(page)
  await isAlive(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++
  })
  proxy.refuseAll()
  const save = page.getByRole('main').getByRole('button', { name: 'Spara' }).first()
  await save.click()
  const told = page.getByRole('alert').filter({ hasText: 'Vi kunde inte spara just nu' })
  await expect(told).toContainText('troligen inte sparat')
  await expect(told).toBeFocused()
  await expect(page.getByLabel('Namn', { exact: true })).toHaveValue(street)
  proxy.speak()
  // The page polls the server meanwhile, but sends only when somebody presses.
  await expect.poll(() => page.evaluate(async () => (await fetch('/halsa/redo')).ok)).toBe(true)
  expect(sent).toBe(1)
  await expect(page.getByLabel('Namn', { exact: true })).toHaveValue(street)
  await save.click()
  await expect(told).toHaveCount(0)
  await expect.poll(() => sent).toBe(2)
  expect(await nameSaved(page)).toBe(street)
})

test('a lost answer is called neither saved nor unsaved @long', async ({ browser }) => {
  const page = await openMember(browser, { serviceWorkers: 'block' })
  await writeProfile(page)
  await isAlive(page)
  await page.route('**/dashboard/account.data', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  await page.getByRole('main').getByRole('button', { name: 'Spara' }).first().click()
  const told = page.getByRole('alert').filter({ hasText: 'Vi fick inget svar' })
  await expect(told).toContainText('vi vet inte om det hann sparas')
  await expect(page.getByLabel('Namn', { exact: true })).toHaveValue(street)
  expect(await nameSaved(page)).toBe(street)
})

test('without JavaScript the error page keeps the form, and pressing again saves it @long', async ({ browser }) => {
  const page = await openMember(browser, { javaScriptEnabled: false })
  await writeProfile(page)
  proxy.refuseAll()
  await page.getByRole('main').getByRole('button', { name: 'Spara' }).first().click()
  await expect(page.getByRole('heading', { name: 'Vi kommer inte åt något just nu' })).toBeVisible()
  await page.getByRole('button', { name: 'Skicka igen' }).click()
  await expect(page.getByRole('heading', { name: 'Vi kommer inte åt något just nu' })).toBeVisible()
  proxy.speak()
  await page.getByRole('button', { name: 'Skicka igen' }).click()
  expect(await nameSaved(page)).toBe(street)
})
