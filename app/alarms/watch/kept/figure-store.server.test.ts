import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AlarmDeliveries, SafetyAlarms } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { employGuard, openPartner } from '../../../../test/support/guards'
import { useHouse, useTakenBack } from '../../../../test/support/house'
import { countClosedAlarms, readFigures } from '../figure-store.server'

/** What is counted of closed alarms: each once, under its postcode and day, exact to the millisecond. */

const house = useTakenBack(useHouse())
const now = new Date('2027-03-02T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const count = (at = now) => countClosedAlarms({ db: house.db, clock: { now: () => at } })
type Given = Partial<Insertable<SafetyAlarms>>
let company: string
beforeEach(async () => {
  company = (await openPartner(house)).id
  await house.db.updateTable('safety_alarms').set({ counted: true }).execute()
})

/** A closed alarm that began an hour ago. */
const anAlarm = (given: Given = {}) =>
  placeAlarm(house, ago(3_600), { status: 'resolved', closed_at: ago(2_000), ...given })
const taken = (afterMs: number): Given => {
  const at = new Date(ago(3_600).getTime() + afterMs)
  return { first_taken_at: at, taken_at: at, taken_by_company: company }
}
async function message(alarm_id: string, given: Partial<Insertable<AlarmDeliveries>> = {}) {
  const guard_id = await employGuard(house, company)
  const id = randomUUID()
  await house.db
    .insertInto('alarm_recipients')
    .values({
      id,
      alarm_id,
      role: 'partner',
      company_id: company,
      guard_id,
      name: 'Ali',
      created_at: now,
      link_hash: id,
    })
    .execute()
  const row = { alarm_id, recipient_id: id, channel: 'sms' as const, kind: 'call' as const, round: 1, is_test: false }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...row, state: 'delivered', due_at: now, created_at: ago(3_500), ...given })
    .execute()
}
const countedOf = async (ids: Record<string, string>) => {
  const rows = await house.db.selectFrom('safety_alarms').select('id').where('counted', '=', true).execute()
  const counted = new Set(rows.map(({ id }) => id))
  return Object.entries(ids).flatMap(([name, id]) => (counted.has(id) ? [name] : []))
}

test('a closed alarm is counted once, and a cancelled one only when it can no longer be reopened', async () => {
  const off = { status: 'cancelled' as const, reopenable: true }
  const ids = {
    over: await anAlarm({ closed_at: now }),
    'just called off': await anAlarm({ ...off, closed_at: ago(600) }),
    'called off': await anAlarm({ ...off, closed_at: ago(600.001) }),
    open: await anAlarm({ status: 'new', closed_at: null }),
    'counted before': await anAlarm({ counted: true }),
  }
  expect(await count()).toBe(2)
  expect(await countedOf(ids)).toEqual(['over', 'called off', 'counted before'])
  expect(await count()).toBe(0)
  expect(await count(ago(-0.001))).toBe(1)
})

test('figures are summed by postcode and Swedish day: alarms, taken, false alarms and times', async () => {
  const [a, b] = [{ postcode: '12540' }, { postcode: '12541' }]
  await anAlarm({ ...a, ...taken(10_000), on_site_at: ago(3_000) })
  await anAlarm({ ...a, ...taken(90_000), status: 'false_alarm' })
  await anAlarm(a)
  await anAlarm({ ...a, is_test: true, ...taken(5_000) })
  await anAlarm({ ...b, ...taken(-5_000), on_site_at: ago(3_700) })
  // Half past midnight in Stockholm, still the previous day in UTC.
  await anAlarm({ ...a, created_at: new Date('2027-03-01T23:30:00Z') })
  await anAlarm({ ...a, created_at: new Date('2027-03-01T22:30:00Z'), ...taken(0) })
  expect(await count()).toBe(7)
  const read = () =>
    house.db
      .selectFrom('alarm_figures')
      .select(['postcode', 'alarms', 'taken', 'false_alarms', 'take_ms', 'arrived', 'arrive_ms', 'within'])
      .select((row) => row.cast<string>('day', 'text').as('day'))
      .orderBy('postcode')
      .orderBy('day')
      .execute()
  const take = now.getTime() - 3_600_000 - new Date('2027-03-01T22:30:00Z').getTime()
  const first = [
    {
      ...a,
      day: '2027-03-01',
      alarms: 1,
      taken: 1,
      false_alarms: 0,
      take_ms: `${take}`,
      arrived: 0,
      arrive_ms: '0',
      within: [0, 0, 0, 0, 0, 1],
    },
    {
      ...a,
      day: '2027-03-02',
      alarms: 4,
      taken: 2,
      false_alarms: 1,
      take_ms: '100000',
      arrived: 1,
      arrive_ms: '600000',
      within: [1, 0, 0, 1, 0, 0],
    },
    {
      ...b,
      day: '2027-03-02',
      alarms: 1,
      taken: 1,
      false_alarms: 0,
      take_ms: '0',
      arrived: 1,
      arrive_ms: '0',
      within: [1, 0, 0, 0, 0, 0],
    },
  ]
  const plain = async () =>
    (await read()).map((row) => ({ ...row, take_ms: `${row.take_ms}`, arrive_ms: `${row.arrive_ms}` }))
  expect(await plain()).toEqual(first)
  // Later alarms are added to the same day.
  await anAlarm({ ...a, ...taken(10_000), on_site_at: ago(3_000), status: 'false_alarm' })
  await count()
  expect((await plain())[1]).toEqual({
    ...{ ...a, day: '2027-03-02', alarms: 5, taken: 3, false_alarms: 2, take_ms: '110000', arrived: 2 },
    ...{ arrive_ms: '1200000', within: [2, 0, 0, 1, 0, 0] },
  })
  const figures = await readFigures(house.db, '2027-03-02')
  expect(
    figures.map(({ postcode, alarms, taken, falseAlarms, takeSeconds, arriveSeconds }) => [
      postcode,
      alarms,
      taken,
      falseAlarms,
      takeSeconds,
      arriveSeconds,
    ]),
  ).toEqual([
    ['12540', 5, 3, 2, 110 / 3, 600],
    ['12541', 1, 1, 0, 0, 0],
  ])
  expect(figures[0]?.within).toEqual([2, 0, 0, 1, 0, 0])
  expect(await readFigures(house.db, '2027-03-01', '12541')).toHaveLength(1)
  expect((await readFigures(house.db, '2027-03-01', '12540'))[0]?.alarms).toBe(6)
  expect(await readFigures(house.db, '2027-03-03')).toEqual([])
})

test('a slip is an untaken alarm cancelled within a minute, and the delivery time is that of the first call', async () => {
  const off = { status: 'cancelled' as const, closed_at: ago(3_540.001) }
  const arrived = await anAlarm({ postcode: '10006' })
  await message(arrived, { delivered_at: ago(3_590) })
  await message(arrived, { delivered_at: ago(3_580) })
  await message(arrived, { delivered_at: ago(3_599), kind: 'update' })
  await message(arrived, { delivered_at: ago(3_599), state: 'failed' })
  await anAlarm({ ...off, postcode: '10001' })
  await anAlarm({ ...off, postcode: '10002', closed_at: ago(3_540) })
  await anAlarm({ ...off, postcode: '10003', ...taken(5_000) })
  await anAlarm({ ...off, postcode: '10004', status: 'resolved' })
  await anAlarm({ ...off, postcode: '10005', is_test: true })
  await anAlarm({ postcode: '10007', ...taken(7_000), on_site_at: ago(3_500) })
  await count()
  const times = await house.db
    .selectFrom('alarm_times')
    .select(['postcode', 'is_test', 'is_slip', 'delivered_ms', 'taken_ms', 'on_site_ms'])
    .where('postcode', 'like', '1000%')
    .orderBy('postcode')
    .execute()
  const rows = times.map((row) => [
    row.postcode,
    row.is_test,
    row.is_slip,
    row.delivered_ms,
    row.taken_ms,
    row.on_site_ms,
  ])
  expect(rows).toEqual([
    ['10001', false, true, null, null, null],
    ['10002', false, false, null, null, null],
    ['10003', false, false, null, 5_000, null],
    ['10004', false, false, null, null, null],
    ['10005', true, false, null, null, null],
    ['10006', false, false, 10_000, null, null],
    ['10007', false, false, null, 7_000, 100_000],
  ])
})

test('canaries are counted by day and channel of their calls, and members’ tests are not', async () => {
  const sing = async (given: Given, ...calls: Partial<Insertable<AlarmDeliveries>>[]) => {
    const id = await anAlarm({ is_test: true, ...given })
    for (const call of calls) await message(id, call)
  }
  const canary = { origin: 'canary' as const }
  const lost = { state: 'failed' as const }
  await sing(canary, {}, lost, { state: 'sent' }, { state: 'unsure', created_at: ago(3_400) }, { state: 'queued' })
  await sing(canary, { channel: 'push' }, { kind: 'taken' }, { state: 'withdrawn' })
  await sing({}, {})
  await count()
  const read = () =>
    house.db
      .selectFrom('canary_days')
      .select(['channel', 'sent', 'delivered', 'failed', 'last_at'])
      .orderBy('channel')
      .execute()
  expect(await read()).toEqual([
    { channel: 'push', sent: 1, delivered: 1, failed: 0, last_at: ago(3_500) },
    { channel: 'sms', sent: 4, delivered: 1, failed: 1, last_at: ago(3_400) },
  ])
  await sing(canary, {}, lost, { ...lost, channel: 'push', created_at: ago(3_300) })
  await count()
  expect(await read()).toEqual([
    { channel: 'push', sent: 2, delivered: 1, failed: 1, last_at: ago(3_300) },
    { channel: 'sms', sent: 6, delivered: 2, failed: 2, last_at: ago(3_400) },
  ])
})
