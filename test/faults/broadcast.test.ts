import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ElksServer, startElks } from '../support/counterparts/elks-server'
import { useDatabase } from '../support/database'
import { operatorEnv } from '../support/operator'
import { ofMany } from '../support/pace/long'
import { freePort, type Product, startProcess } from '../support/product-process'

/**
 * A broadcast to a postcode while the server is killed repeatedly and the provider cuts connections, answers rubbish
 * and loses answers. At-least-once: everybody gets it, and nobody more than one extra time per fault.
 */
const residents = ofMany(240, 60)
const kills = ofMany(3, 1)
/** The outbox's batch size: how many one process sends at a time. */
const underWay = 20

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-broadcast-'))
const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const account = { username: 'u1', password: 'hemligt', sender: '+46766860000' }
const postcode = '12699'
let elks: ElksServer
let product: Product
let env: Record<string, string>

beforeAll(async () => {
  elks = await startElks(account)
  const port = String(await freePort())
  env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    PORT: port,
    ORIGIN: `http://127.0.0.1:${port}`,
    AUTH_SECRET: 'r4nd0mQwErTyUiOpAsDfGhJkLzXcVbNm',
    MAIL_ADAPTER: 'outbox',
    PUSH_ADAPTER: 'outbox',
    ELKS_URL: elks.url,
    ELKS_USERNAME: account.username,
    ELKS_PASSWORD: account.password,
    SMS_SENDER: account.sender,
    WEBHOOK_SECRET: 'x9Lq2mVt7Rk4Zc8Hn5Pw3Sd6',
    ...operatorEnv,
  }
})
afterAll(async () => {
  await product?.stop()
  await elks.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Seeded, so that a failed run can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

async function moveIn(): Promise<string[]> {
  const { db } = database
  const now = new Date()
  const people = await db
    .insertInto('profiles')
    .values(
      Array.from({ length: residents }, (_, index) => ({
        full_name: `Granne ${index}`,
        email: `granne-${index}@exempel.se`,
        phone: `+46701${String(200_000 + index)}`,
        phone_verified_at: now,
        postcode,
        user_role: 'member',
        member_status: 'active',
      })),
    )
    .returning(['id', 'phone'])
    .execute()
  await db
    .insertInto('consents')
    .values(people.map(({ id }) => ({ profile_id: id, purpose: 'safety_sms', given_at: now, given_how: 'page' })))
    .execute()
  // No quiet hours, so that SMS are sent at night too.
  const awake = { sms_topics: [], push_topics: [], quiet_from: 7, quiet_until: 7, updated_at: now }
  await db
    .insertInto('notice_settings')
    .values(people.map(({ id }) => ({ profile_id: id, ...awake })))
    .execute()
  return people.map(({ phone }) => phone ?? '')
}

/** Polls until a condition in the database or at the provider is true. */
const until = (what: () => Promise<boolean> | boolean) =>
  expect.poll(what, { timeout: 120_000, interval: 50 }).toBe(true)

/** Ends all waiting now: leases of a dead process, and back-off after a fault. */
const hurry = () =>
  database.db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: new Date(0) })
    .where('state', '=', 'queued')
    .execute()

test(`a broadcast reaches everybody despite kill -9 and a failing SMS provider (SEED=${seed})`, {
  timeout: 240_000,
  tags: ['long'],
}, async () => {
  const random = randomFrom(seed)
  const phones = await moveIn()
  const { id } = await database.db
    .insertInto('broadcasts')
    .values({
      key: randomUUID(),
      purpose: 'safety_sms',
      postcode,
      text: 'Lås porten i natt.',
      state: 'running',
      author_id: randomUUID(),
      expected: residents,
      created_at: new Date(),
      released_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  elks.mood = { slowBy: 40 }
  elks.reports = ['sent', 'delivered']
  for (let round = 1; round <= kills; round++) {
    product = await startProcess(env)
    await hurry()
    const enough = Math.floor(((round - 1 + random()) / (kills + 1)) * residents)
    await until(() => elks.taken.length >= enough)
    const dead = new Promise((resolve) => product.child.once('exit', resolve))
    product.child.kill('SIGKILL')
    await dead
  }

  const faults = ['cuts the line', 'lost answer', 'half an answer', 'a page of HTML', { status: 500 }] as const
  elks.next = Array.from({ length: 15 }, () => faults[Math.floor(random() * faults.length)] ?? 'lost answer')
  const faultsAhead = elks.next.length
  product = await startProcess(env)
  const state = async () =>
    (await database.db.selectFrom('broadcasts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as {
      state: string
      delivered: number
      sent: number
      failed: number
      waiting: number
    }
  await until(async () => {
    await hurry()
    return (await state()).state === 'done'
  })
  await elks.settled()

  const times = new Map<string, number>()
  for (const { to } of elks.taken) times.set(to, (times.get(to) ?? 0) + 1)
  const missing = phones.filter((phone) => !times.has(phone))
  expect(missing).toEqual([])
  const extra = elks.taken.length - phones.length
  expect(extra).toBeLessThanOrEqual(kills * underWay + faultsAhead)
  expect(Math.max(...times.values())).toBeLessThanOrEqual(1 + kills + faultsAhead)
  await until(async () => {
    const { delivered, sent, failed, waiting } = await state()
    return delivered + sent === residents && failed === 0 && waiting === 0
  })
})
