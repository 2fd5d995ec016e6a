import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { startCluster } from '~/platform/database/embedded-postgres.server'
import { newEmail } from '../support/browser-people'
import { test } from '../support/browser-test'
import { operatorEnv } from '../support/operator'
import { freePort, type Product, startProcess } from '../support/product-process'
import { openSilentProxy, type SilentProxy, socketIn } from '../support/silent-proxy'

/**
 * A product whose database says nothing, and somebody who opens the alarm's page just then. It has a database of its own:
 * that of the other journeys is theirs.
 */
type Away = { home: string; proxy: SilentProxy; pool: pg.Pool; close(): Promise<void> }

async function openAway(): Promise<Away> {
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-away-'))
  const cluster = await startCluster({ folder, settings: ['fsync=off'] })
  const { host, user } = cluster.connection
  const proxy = await openSilentProxy(socketIn(host))
  const admin = new pg.Pool({ ...cluster.connection, max: 1 })
  await admin.query('create database away')
  await admin.end()
  const pool = new pg.Pool({ host, user, database: 'away', max: 1 })
  const port = String(await freePort())
  const home = `http://127.0.0.1:${port}`
  const product: Product = await startProcess({
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${proxy.port}/away`,
    AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm',
    MAIL_ADAPTER: 'outbox',
    SMS_ADAPTER: 'outbox',
    PUSH_ADAPTER: 'outbox',
    ...operatorEnv,
  })
  return {
    home,
    proxy,
    pool,
    async close() {
      product.child.kill('SIGKILL')
      await pool.end()
      await proxy.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let away: Away
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(180_000)
  away = await openAway()
})
test.afterAll(() => away.close())
test.afterEach(() => away.proxy.speak())

/** Somebody with an account, logged in, who has not opened the alarm's page. */
async function openMember(browser: Browser, serviceWorkers: 'allow' | 'block'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: away.home,
    serviceWorkers,
    extraHTTPHeaders: { 'Sec-Fetch-Site': 'same-origin' },
  })
  const page = await context.newPage()
  const form = { name: 'Siv', phone: '0701740640', email: newEmail(), password: 'gullviva62', terms: 'on' }
  const answer = await page.request.post('/signup', { form: { intent: 'member', ...form }, maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  return page
}

const alarmsThatSay = async (message: string) =>
  (await away.pool.query('select key from safety_alarms where message like $1', [`${message}%`])).rows.length

async function pressOnce(page: Page, message: string) {
  await expect(page.getByRole('link', { name: 'Ring 112' })).toHaveAttribute('href', 'tel:112')
  await page.getByLabel('Beskriv vad som hänt').fill(message)
  await page.getByRole('button', { name: 'Skicka larm' }).click()
  await expect(page.getByRole('heading', { name: 'Larmet är inte skickat' })).toBeVisible()
  expect(await alarmsThatSay(message)).toBe(0)
  away.proxy.speak()
  await expect(page.getByRole('heading', { name: 'Trygghetslarm skickat!' })).toBeVisible({ timeout: 60_000 })
  expect(await alarmsThatSay(message)).toBe(1)
}

test('opened for the first time while the database is silent: a form, 112, and what is pressed goes out once by itself', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const page = await openMember(browser, 'block')
  away.proxy.silenceAll()
  const answer = await page.goto('/dashboard/customer/safety', { timeout: 40_000 })
  expect(answer?.status()).toBe(503)
  await expect(page.getByText('Servern svarar inte som den ska. Inget är skickat. Ring 112 vid fara.')).toBeVisible()
  await pressOnce(page, 'Första gången')
})

test('with the service worker: its own page in time, and what is pressed goes out once by itself', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const page = await openMember(browser, 'allow')
  await page.goto('/dashboard/customer/safety')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  away.proxy.silenceAll()
  const began = Date.now()
  await page.goto('/dashboard/customer/safety', { timeout: 40_000 })
  await expect(page.getByText('Larmet sparas i telefonen')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(15_000)
  await pressOnce(page, 'Med tjänsten')
})
