import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { placeAlarm } from '../../../../test/support/alarms'
import { openPartner } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import type { DeliveryState } from '../../alarm'
import { readPulse } from '../../watch/audit-store.server'
import { armReleaseOfUnfit, beat } from '../step-store.server'

/** Which times are moved when the clock goes back, next to times that must stay; and who may not keep an alarm. */

const house = useHouse()
let now: Date
let alarm: string
let recipient: string
const from = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const go = (seconds: number) => house.clock.forward({ minutes: seconds / 60 })

beforeEach(async () => {
  for (const table of ['alarm_steps', 'alarm_deliveries', 'alarm_pulse'] as const) {
    await house.db.deleteFrom(table).execute()
  }
  go(0)
  now = house.clock.now()
  alarm = await placeAlarm(house, now)
  const { id: company_id } = await openPartner(house)
  const row = { alarm_id: alarm, role: 'partner' as const, company_id, name: 'Ali', created_at: now, link_hash: alarm }
  recipient = randomUUID()
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...row, id: recipient })
    .execute()
})

async function step(armed: number, dueIn: number, given: { state?: 'done'; settled_at?: Date } = {}) {
  const alarm_id = await placeAlarm(house, now)
  const row = { alarm_id, kind: 'widen' as const, armed_at: from(armed), due_at: from(dueIn), is_test: false }
  await house.db
    .insertInto('alarm_steps')
    .values({ ...row, ...given })
    .execute()
  return async () => {
    const { armed_at, due_at } = await house.db
      .selectFrom('alarm_steps')
      .select(['armed_at', 'due_at'])
      .where('alarm_id', '=', alarm_id)
      .executeTakeFirstOrThrow()
    return [armed_at, due_at].map((at) => (at.getTime() - now.getTime()) / 1000)
  }
}

let round = 1
async function message(state: DeliveryState, dueIn: number) {
  const row = { alarm_id: alarm, recipient_id: recipient, channel: 'sms' as const, kind: 'call' as const }
  const { id } = await house.db
    .insertInto('alarm_deliveries')
    .values({ ...row, round: round++, state, due_at: from(dueIn), is_test: false, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return async () => {
    const { due_at } = await house.db
      .selectFrom('alarm_deliveries')
      .select('due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return (due_at.getTime() - now.getTime()) / 1000
  }
}
const all = <Value>(reads: (() => Promise<Value>)[]) => Promise.all(reads.map((read) => read()))

test('setting the clock back moves pending steps and far retries back with it, and nothing that is settled', async () => {
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  const steps = [
    await step(0, 60),
    await step(-94, 300),
    await step(-95, 300),
    await step(-200, -150),
    await step(0, 60, { state: 'done', settled_at: now }),
  ]
  const messages = [
    await message('queued', 0),
    await message('sending', 21),
    await message('queued', 20),
    await message('sending', 19),
    await message('sent', 60),
    await message('failed', 60),
  ]
  go(-100)
  expect(await beat(house.db, house.clock, 5)).toBe(100)
  expect(await readPulse(house.db, 'engine')).toEqual(from(-100))
  expect(await all(steps)).toEqual([
    [-100, -40],
    [-194, 200],
    [-95, 300],
    [-200, -150],
    [0, 60],
  ])
  // 120 s is the longest pause between retries; a due time further ahead is moved to now.
  expect(await all(messages)).toEqual([0, -95, 20, 19, 60, 60])
})

test('a difference within the tolerance of five seconds is not treated as a clock jump', async () => {
  await beat(house.db, house.clock, 5)
  const left = await step(0, 60)
  go(-5)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  expect(await left()).toEqual([0, 60])
  go(-5.001)
  expect(await beat(house.db, house.clock, 5)).toBeCloseTo(5.001, 3)
  expect((await left())[1]).toBeCloseTo(54.999, 3)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
})

test('with a tolerance of zero half a second counts as a clock jump', async () => {
  await beat(house.db, house.clock, 0)
  const left = await step(0, 60)
  go(-0.5)
  expect(await beat(house.db, house.clock, 0)).toBe(0.5)
  expect(await left()).toEqual([-0.5, 59.5])
})

test('steps written with the old time within a minute after the jump move back too, and later ones do not', async () => {
  await beat(house.db, house.clock, 5)
  go(-100)
  await beat(house.db, house.clock, 5)
  go(59.999)
  const late = await step(0, 60)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  expect(await late()).toEqual([-100, -40])
  go(0.001)
  const later = await step(0, 60)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  expect(await later()).toEqual([0, 60])
})

test('armReleaseOfUnfit makes the release due for open alarms whose taker is unfit, and for no other', async () => {
  const { id: company } = await openPartner(house)
  const held = { taken_by_company: company, taken_at: now, first_taken_at: now }
  const alarms = {
    theirs: await placeAlarm(house, now, { ...held, status: 'acknowledged' }),
    'on site': await placeAlarm(house, now, { ...held, status: 'on_site', on_site_at: now }),
    'a test': await placeAlarm(house, now, { ...held, status: 'acknowledged', is_test: true }),
    fit: await placeAlarm(house, now, { ...held, status: 'acknowledged', message: 'fit' }),
    nobodys: await placeAlarm(house, now),
    over: await placeAlarm(house, now, { ...held, status: 'resolved', closed_at: now }),
  }
  const waits = { kind: 'release' as const, armed_at: now, due_at: from(600), is_test: false }
  await house.db
    .insertInto('alarm_steps')
    .values([
      { ...waits, alarm_id: alarms.theirs },
      { ...waits, alarm_id: alarms.fit },
    ])
    .execute()
  const fit = sql<boolean>`safety_alarms.message = 'fit' or companies.id is null`
  await armReleaseOfUnfit(house.db, from(7), fit)
  const steps = await house.db.selectFrom('alarm_steps').select(['alarm_id', 'kind', 'due_at', 'is_test']).execute()
  const due = (alarm_id: string, seconds: number, is_test = false) => ({
    ...{ alarm_id, kind: 'release', due_at: from(seconds), is_test },
  })
  expect(new Set(steps)).toEqual(
    new Set([due(alarms.theirs, 7), due(alarms['on site'], 7), due(alarms['a test'], 7, true), due(alarms.fit, 600)]),
  )
})
