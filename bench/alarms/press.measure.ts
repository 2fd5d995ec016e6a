import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPlace, type Place } from '../../test/faults/storm/place'
import type { Member } from '../../test/faults/storm/world'
import { moment, report, small, spread } from './figures'

/** From the press of a button to the request that the SMS provider gets. */

async function press(home: string, { cookie }: Member): Promise<string> {
  const key = randomUUID()
  const body = new URLSearchParams({ key, message: `Hjälp ${key}` })
  const headers = { cookie, origin: home }
  const answer = await fetch(`${home}/dashboard/customer/safety/send`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await answer.text()
  return key
}

/** When the first request about an alarm of these presses came; the provider knows them by our name of a delivery. */
async function firstRequests({ world, elks }: Place): Promise<Map<string, number>> {
  const { rows } = await world.pool.query<{ key: string; id: string }>(
    `select alarm.key, delivery.id from safety_alarms as alarm join alarm_deliveries as delivery on alarm_id = alarm.id
     where channel = 'sms' and kind = 'call' and round = 1`,
  )
  const keys = new Map(rows.map(({ key, id }) => [id, key]))
  const first = new Map<string, number>()
  for (const { whenDelivered, at } of elks.taken) {
    const key = keys.get(new URL(whenDelivered ?? '').searchParams.get('ref') ?? '')
    if (key) first.set(key, Math.min(first.get(key) ?? at, at))
  }
  return first
}

/** A server that has been at work for a while: the first presses are for the compiler. */
const warmUp = 400

async function open(members: number): Promise<{ place: Place; home: string; fresh: Member[] }> {
  const place = await openPlace({ servers: 1, members: warmUp + members, perSecond: 0 })
  onTestFinished(() => place.close())
  await place.world.pool.query('delete from alarm_policies')
  place.elks.mood = 'well'
  const home = place.servers[0]?.env.ORIGIN ?? ''
  for (const member of place.world.members.slice(0, warmUp)) await press(home, member)
  await expect.poll(() => unsent(place), { timeout: 120_000 }).toBe(0)
  // Those are over: their second calls would all fall into what is measured.
  await place.world.pool.query(`update alarm_steps set state = 'dropped', settled_at = now() where state = 'pending'`)
  await place.world.pool.query(`update safety_alarms set status = 'cancelled', closed_at = now()`)
  return { place, home, fresh: place.world.members.slice(warmUp) }
}

/** Long enough for everything about one alarm to be over before the next. */
const betweenMs = 150

test('idle: press to provider request, against INSERT + NOTIFY heard by another connection', async () => {
  const times = small ? 60 : 400
  const { place, home, fresh } = await open(times)
  const { url, pool } = place.world
  const listener = new pg.Client(url)
  onTestFinished(() => listener.end())
  await listener.connect()
  await listener.query('listen bench')
  await pool.query('create table bench (id bigserial primary key, words text)')
  const bare: number[] = []
  const pressed = new Map<string, number>()
  for (const member of fresh) {
    const heard = new Promise((resolve) => listener.once('notification', resolve))
    const began = moment()
    await pool.query(
      `with row as (insert into bench (words) values ('x') returning id) select pg_notify('bench', id::text) from row`,
    )
    await heard
    bare.push(moment() - began)
    const pressedAt = moment()
    pressed.set(await press(home, member), pressedAt)
    await pause(betweenMs)
  }
  await pause(1_000)
  const first = await firstRequests(place)
  const ours = [...pressed].map(([key, at]) => (first.get(key) ?? Number.NaN) - at)
  expect(ours.every((ms) => ms > 0)).toBe(true)
  report({ what: 'press to provider request, idle (ms)', ...spread(ours), aim: 'p99 10' })
  report({ what: 'INSERT + NOTIFY heard, same run (ms)', ...spread(bare), aim: '' })
})

test('a hundred a second: press to provider request', async () => {
  const [perSecond, seconds] = small ? [100, 5] : [100, 60]
  const { place, home, fresh } = await open(perSecond * seconds)
  const pressed = new Map<string, number>()
  const began = moment()
  const answers = fresh.map(async (member, n) => {
    await pause(Math.max(0, (n * 1_000) / perSecond - (moment() - began)))
    const at = moment()
    pressed.set(await press(home, member), at)
  })
  await Promise.all(answers)
  const took = (moment() - began) / 1000
  await expect.poll(() => unsent(place), { timeout: 120_000 }).toBe(0)
  const first = await firstRequests(place)
  const ours = [...pressed].map(([key, at]) => (first.get(key) ?? Number.NaN) - at)
  expect(ours.every((ms) => ms > 0)).toBe(true)
  report({ what: `press to provider request, ${perSecond}/s for ${seconds} s (ms)`, ...spread(ours), aim: 'p99 250' })
  report({
    what: 'alarms accepted over HTTP in that time, per second',
    p50: Math.round(pressed.size / took),
    p99: '',
    most: '',
    aim: perSecond,
  })
})

async function unsent({ world }: Place): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `select count(*)::int as n from alarm_deliveries where state in ('queued', 'sending')`,
  )
  return rows[0]?.n ?? -1
}
