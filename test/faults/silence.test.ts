import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openSilentProxy, type SilentProxy, socketIn } from '../support/counterparts/silent-proxy'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { freePort, type Product, spawnProduct, startProcess } from '../support/product-process'

/**
 * A whole product whose database says nothing any more, and does not close its lines either. What it is made of is tried in
 * app/platform/database/silence.test.ts.
 * @module-tag long
 */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-silence-'))
let proxy: SilentProxy
let product: Product
let env: Record<string, string>
let home: string
let cookie: string

beforeAll(async () => {
  const { host, user } = inject('postgres')
  proxy = await openSilentProxy(socketIn(host))
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  env = {
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: `postgresql://${user}@127.0.0.1:${proxy.port}${/\/test_\w+/.exec(database.url)?.[0]}`,
    ...productionEnv,
  }
  product = await startProcess(env)
  const person = { name: 'Siv', phone: '0701740640', email: 'siv@exempel.se', password: 'gullviva62', terms: 'on' }
  const joined = await post('/signup', { intent: 'member', ...person })
  expect(joined.status).toBe(302)
  cookie = joined.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
})
afterAll(async () => {
  product.child.kill('SIGKILL')
  await proxy.close()
  rmSync(folder, { recursive: true, force: true })
})

const post = (path: string, fields: Record<string, string>) =>
  fetch(home + path, {
    method: 'POST',
    headers: { cookie: cookie ?? '', Origin: home },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
// Not followed: a redirect to the login would end at a page that answers.
const alarmPage = () => fetch(`${home}/dashboard/customer/safety`, { headers: { cookie }, redirect: 'manual' })

test('after database connections go silent, the first requests end in time and later ones succeed', async () => {
  expect((await alarmPage()).status).toBe(200)
  proxy.silenceOld()
  // The requests end although the connections never respond again.
  const tried = await Promise.all(Array.from({ length: 12 }, () => alarmPage()))
  for (const { status } of tried) expect([200, 503]).toContain(status)
  expect((await Promise.all(Array.from({ length: 12 }, () => alarmPage()))).map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, () => 200),
  )
  await expect.poll(async () => (await fetch(`${home}/halsa/larm`)).status).toBe(200)
})

test('while the database is silent, the alarm page keeps the message and says not sent; a retry raises one alarm', async () => {
  proxy.silenceAll()
  const key = 'a5b0a4e3-5d0e-4d5e-9d7c-0f2a6c1b7e11'
  const message = 'Någon "bryter" upp <dörren> 👨‍👩‍👧‍👦'
  const [answer, health, other, scripts] = await Promise.all([
    post('/dashboard/customer/safety', { intent: 'raise', key, message }),
    fetch(`${home}/halsa`),
    fetch(`${home}/dashboard/customer/book`, { headers: { cookie } }),
    post('/dashboard/customer/safety/send', { key, message }),
  ])
  expect([answer.status, health.status, other.status, scripts.status]).toEqual([503, 503, 503, 503])
  for (const { headers } of [answer, other, scripts]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const page = await answer.text()
  expect(page).toContain('Larmet är inte skickat. Ring 112 vid fara.')
  expect(page).toContain('href="tel:112"')
  expect(page).toMatch(/<form id="form" method="post" action="\/dashboard\/customer\/safety">/)
  expect(page).toContain(`name="key" value="${key}"`)
  expect(page).toContain('Någon &quot;bryter&quot; upp &lt;dörren&gt; 👨‍👩‍👧‍👦')
  expect(await other.text()).toMatch(/inte åt något just nu/)

  // The same form again with the same idempotency key, once the database answers: still one alarm.
  proxy.speak()
  await expect.poll(async () => (await alarmPage()).status).toBe(200)
  expect((await post('/dashboard/customer/safety', { intent: 'raise', key, message })).status).toBe(302)
  const alarms = await database.db.selectFrom('safety_alarms').select(['key', 'message']).execute()
  expect(alarms).toEqual([{ key, message }])
})

test('SIGTERM ends the product while the database is silent', async () => {
  proxy.silenceAll()
  await product.stop()
  expect(product.child.exitCode ?? product.child.signalCode).not.toBeNull()
})

test('a start ends with one sentence when the database does not answer', async () => {
  const attempt = spawnProduct(env)
  expect(await attempt.ended).toBe(1)
  expect(attempt.said().trim()).toBe('The database in DATABASE_URL cannot be reached, or refuses the login.')
})
