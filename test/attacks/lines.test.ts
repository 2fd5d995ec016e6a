import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../support/database'
import { openLine, type RawLine, requestText, statusOf } from '../support/lines'
import { productionEnv } from '../support/operator'
import { ofMany } from '../support/pace/long'
import { freePort, type Product, startProcess } from '../support/product-process'

/**
 * Denial of service: strangers, and somebody with an account, hold as many connections as they can and never finish
 * their requests. Meanwhile a member raises an alarm, over real sockets to a real process.
 */
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-lines-'))
let product: Product
let port: number
let home: string
const lines: RawLine[] = []

const safety = '/dashboard/customer/safety/send'
const form = 'application/x-www-form-urlencoded'
const webhookKey = 'wh-4ttack-tests-3hT8wLq9Zx-k2'

beforeAll(async () => {
  port = await freePort()
  home = `http://127.0.0.1:${port}`
  product = await startProcess({
    DATA_DIR: folder,
    PORT: String(port),
    ORIGIN: home,
    DATABASE_URL: database.url,
    WEBHOOK_SECRET: webhookKey,
    ...productionEnv,
  })
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})

async function moveIn() {
  const fields = { intent: 'member', name: 'Siv', phone: '0701740640', password: 'kvarter12540-lampa', terms: 'on' }
  const email = `rader${randomUUID()}@exempel.se`
  const answer = await fetch(`${home}/signup`, {
    method: 'POST',
    headers: { Origin: home },
    body: new URLSearchParams({ ...fields, email }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function hold(count: number, text: (n: number) => string) {
  const held: RawLine[] = []
  // A hundred at a time, so that the listen backlog does not overflow.
  for (let n = 0; n < count; n += 100) {
    held.push(...(await Promise.all(Array.from({ length: Math.min(100, count - n) }, () => openLine(port)))))
  }
  held.forEach((line, n) => {
    line.send(text(n))
  })
  lines.push(...held)
  return held
}

const unfinished = (path: string, headers: Record<string, string> = {}) =>
  requestText(path, { 'Content-Type': form, 'Content-Length': '600', ...headers }, 'a=')

/**
 * Raises an alarm as a browser does; true if it is answered as sent. All here have one address, and the server closes
 * the longest idle connection of an address with too many: that may be the one that fetch has kept, at the very moment
 * it is used again. Browsers then send once more, and the alarm's page does with the same key.
 */
async function press(cookie: string) {
  const key = randomUUID()
  const send = () =>
    fetch(home + safety, {
      method: 'POST',
      headers: { cookie, Origin: home },
      body: new URLSearchParams({ key, message: 'Någon är i trapphuset' }),
    })
  const answer = await send().catch(send)
  const sent = (await answer.json()) as { sent: string }
  return answer.status === 200 && sent.sent === key
}

/** The same over a slow line: two seconds of latency each way, a thousand bytes a second. */
async function pressSlowly(cookie: string) {
  const key = randomUUID()
  const body = new URLSearchParams({ key, message: `Någon är i trapphuset ${'och bankar '.repeat(60)}` }).toString()
  const headers = { cookie, Origin: home, 'Content-Type': form, 'Content-Length': String(body.length) }
  const text = requestText(safety, headers, body)
  const line = await openLine(port)
  lines.push(line)
  await pause(2_000)
  for (let at = 0; at < text.length; at += 100) {
    line.send(text.slice(at, at + 100))
    await pause(100)
  }
  return (await statusOf(line)) === 200 && line.said().includes(key)
}

const places = [
  safety,
  '/dashboard/customer/safety',
  '/larm/Q0x9Zr3Tq1Lk7VnB2cWd5e',
  '/vakt/larm/1',
  '/auth',
  '/webhooks/sms/reply',
]
/** How many unfinished connections have not been cut. */
const waiting = (held: RawLine[]) => held.filter((line) => !line.isClosed()).length

/** Holds that many unfinished bodies, and as many that arrive byte by byte, until the test ends. */
async function besiege(bodies: number, byTheByte: number) {
  const held = await hold(bodies, (n) => unfinished(places[n % places.length] ?? ''))
  const dripping = await hold(byTheByte, (n) =>
    unfinished(places[n % places.length] ?? '', { 'Transfer-Encoding': 'chunked', 'Content-Length': '' })
      .replace('Content-Length: \r\n', '')
      .replace('a=', ''),
  )
  const drip = setInterval(() => {
    for (const line of dripping) line.send('1\r\na\r\n')
  }, 200)
  onTestFinished(() => clearInterval(drip))
  return [...held, ...dripping]
}

const [bodies, byTheByte, idle] = [ofMany(200, 100), ofMany(112, 56), ofMany(1_000, 300)]
test(`an alarm is answered despite ${bodies} unfinished bodies, ${byTheByte} bodies sent byte by byte and ${idle} idle connections`, async () => {
  const cookie = await moveIn()
  expect(await press(cookie)).toBe(true)
  const held = await besiege(bodies, byTheByte)
  await hold(idle, () => '')
  await pause(500)
  const slow = pressSlowly(cookie)
  expect(await press(cookie)).toBe(true)
  expect(waiting(held)).toBeGreaterThan(0)
  for (let n = 0; n < 4; n++) expect(await press(cookie)).toBe(true)
  expect(await slow).toBe(true)
})

test('requests that never finish are closed by a timeout', { tags: ['long'] }, async () => {
  const held = await besiege(200, 112)
  await expect.poll(() => waiting(held)).toBe(0)
})

test('unfinished requests of one account block neither another account’s alarm nor its own newest request', async () => {
  const [own, other] = [await moveIn(), await moveIn()]
  const held = await hold(200, () => unfinished(safety, { cookie: other, Origin: home }))
  await pause(300)
  expect(await press(own)).toBe(true)
  expect(waiting(held)).toBeGreaterThan(0)
  // The newest request is admitted, also of that sender.
  expect(await press(other)).toBe(true)
})

test('an endless body at the SMS webhook is refused with 404 at once when the key is wrong', async () => {
  const endless = (key: string) =>
    requestText(
      `/webhooks/sms/reply?key=${key}`,
      { 'Content-Type': form, 'Transfer-Encoding': 'chunked' },
      '1\r\na\r\n',
    )
  const [without] = await hold(1, () => endless('wrong'))
  if (!without) throw new Error('no line')
  expect(await statusOf(without)).toBe(404)
  const [known] = await hold(1, () => endless(webhookKey))
  if (!known) throw new Error('no line')
  expect(await statusOf(known, 500)).toBe(-1)
})
