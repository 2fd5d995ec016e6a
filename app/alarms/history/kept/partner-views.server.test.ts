import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '~/alarms/alarm'
import type { PartnerSight } from '~/alarms/answer/part.server'
import type { AlarmSteps, SafetyAlarms } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { newPostcode, openPartner } from '../../../../test/support/guards'
import { useHouse, useTakenBack } from '../../../../test/support/house'
import { addEntries, insertPosition, insertUpdate } from '../alarm-store.server'
import {
  asPartnerSees,
  readAlarmForPartner,
  readAlarmsForPartner,
  readAlarmsWhole,
  readFollowedAlarm,
  readOpenAlarmsFor,
  readPartnerRow,
  showsHome,
} from '../alarm-view-store.server'

/** What a guard company sees of an alarm, depending on the viewer's sight; and what the alarm's status shows. */

const house = useTakenBack(useHouse())
let now: Date
let company: string
let postcode: string
let eva: string
const from = (ms: number) => new Date(now.getTime() + ms)
const over = (ms = 0) => ({ status: 'resolved' as const, closed_at: from(ms) })

beforeEach(async () => {
  now = house.clock.now()
  const partner = await openPartner(house)
  company = partner.id
  postcode = partner.postcode
  eva = await person('Eva Lind')
})

async function person(full_name: string) {
  const row = { full_name, email: `${randomUUID()}@exempel.se`, phone: '+46701740603' }
  const { id } = await house.db
    .insertInto('profiles')
    .values({ ...row, user_role: 'member', member_status: 'trial' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const write = (given: Partial<Insertable<SafetyAlarms>> = {}) => placeAlarm(house, now, { postcode, ...given })
const seen = async (id: string, sight: PartnerSight, at = now) => {
  const row = await readPartnerRow(house.db, id)
  if (!row) throw new Error('no such alarm')
  return asPartnerSees(row, sight, at)
}

test('a company’s list has all open alarms of its areas and the twenty latest that ended after a given time', async () => {
  await write(over(-60_000))
  const ended = []
  for (let n = 0; n < 21; n++) ended.push(await write(over(1 - 60_000)))
  const open = [await write(), await write({ is_test: true })]
  await write({ postcode: '11111' })
  await write({ postcode: '11111', ...over() })
  const onlooker = { companyId: company, guardId: null }
  const list = await readAlarmsForPartner(house.db, onlooker, from(-60_000), now)
  expect(
    list
      .slice(0, 2)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(open)
  expect(list.slice(2).map(({ id }) => id)).toEqual(ended.toReversed().slice(0, 20))
})

test('a neighbouring alarm is listed once it is widened, and nothing is if the company may not be called', async () => {
  const beside = newPostcode()
  await house.db
    .insertInto('postcodes')
    .values([postcode, beside].map((code) => ({ code, name: 'Prov', state: 'open' as const })))
    .execute()
  await house.db.insertInto('postcode_neighbours').values({ code: beside, neighbour: postcode }).execute()
  const [own, narrow, wide] = [
    await write(),
    await write({ postcode: beside }),
    await write({ postcode: beside, widened_at: now }),
  ]
  await write({ postcode: beside, ...over() })
  const onlooker = { companyId: company, guardId: null }
  const there = async () => {
    const ids = [own, narrow, wide]
    const ones = await Promise.all(ids.map((id) => readAlarmForPartner(house.db, onlooker, id, now)))
    expect(ones.map((one, n) => one === null || one.id === ids[n])).toEqual([true, true, true])
    const lists = [
      (await readOpenAlarmsFor(house.db, onlooker, now)).map(({ id }) => id),
      (await readAlarmsForPartner(house.db, onlooker, now, now)).map(({ id }) => id),
      ones.flatMap((one) => one?.id ?? []),
    ]
    return lists.map((list) => list.toSorted())
  }
  expect(await there()).toEqual(Array(3).fill([own, wide].toSorted()))
  await house.db.updateTable('companies').set({ security_status: 'pending' }).where('id', '=', company).execute()
  expect(await there()).toEqual([[], [], []])
})

const noSide = { isMine: false, isColleagues: false, isComing: false, isNeighbours: false }
const whole = { reporterName: 'Eva Lind', reporterPhone: '+46701740603' }
const nameOnly = { reporterName: 'Eva', reporterPhone: null }
test.each<[PartnerSight, object]>([
  ['taker', { ...noSide, ...whole, isMine: true }],
  ['companion', { ...noSide, ...whole, isColleagues: true, isComing: true }],
  ['colleague', { ...noSide, ...nameOnly, isColleagues: true }],
  ['partner', { ...noSide, ...nameOnly }],
  ['neighbour', { ...noSide, ...nameOnly, isNeighbours: true }],
])('a viewer with sight %s reads the whole name and number only if they go there', async (sight, what) => {
  const alarm = await write({ reported_by: eva })
  expect(await seen(alarm, sight)).toMatchObject({ ...what, isBare: false, message: 'x' })
})

test('the number is hidden when the member hides or the alarm is over, and all personal data a day after the end', async () => {
  const hiding = await write({ reported_by: eva, is_hiding: true })
  expect(await seen(hiding, 'taker')).toMatchObject({ reporterName: 'Eva Lind', reporterPhone: null, isHiding: true })
  const ended = await write({ reported_by: eva, place: 'here', ...over() })
  await insertPosition(house.db, ended, { latitude: 59.2, longitude: 18, accuracyM: 5 }, now)
  expect(await seen(ended, 'taker')).toMatchObject({ reporterName: 'Eva Lind', reporterPhone: null, hasPosition: true })
  expect(await seen(ended, 'taker', from(86_400_000))).toMatchObject({
    ...{ isBare: true, isMine: true, isHiding: false, hasHome: false, hasPosition: false, lastFix: null, place: null },
    ...{ reporterName: '', reporterPhone: null, message: '', updates: [] },
  })
})

test('a canary is named ‘Automatiskt test’ and a deleted account ‘Borttaget konto’', async () => {
  const canary = await write({ origin: 'canary', is_test: true })
  expect((await seen(canary, 'partner')).reporterName).toBe('Automatiskt test')
  expect((await seen(await write(), 'partner')).reporterName).toBe('Borttaget konto')
})

test('the age of the last position is given in seconds and is never negative', async () => {
  const alarm = await write({ reported_by: eva, place: 'here' })
  expect(await seen(alarm, 'taker')).toMatchObject({ hasPosition: false, lastFix: null })
  await insertPosition(house.db, alarm, { latitude: 59.2, longitude: 18, accuracyM: 5 }, now)
  const age = async (ms: number) => (await seen(alarm, 'taker', from(ms))).lastFix
  expect(await age(90_400)).toEqual({ at: now, accuracyM: 5, ageS: 90 })
  expect((await age(-2_000))?.ageS).toBe(0)
})

test.each<[string, Partial<Parameters<typeof showsHome>[0]>, boolean]>([
  ['help is needed at home', {}, true],
  ['no home address is stored', { hasHome: false }, false],
  ['the alarm is over', { state: 'resolved' }, false],
  ['the alarm is a test', { isTest: true }, false],
  ['help is needed elsewhere', { place: 'elsewhere' }, false],
])('whether the home address is offered: %s (case %#)', (_, given, is) => {
  expect(showsHome({ hasHome: true, state: 'acknowledged', isTest: false, place: 'home', ...given })).toBe(is)
})

const step = (alarm_id: string, kind: string, given: Partial<Insertable<AlarmSteps>> = {}) =>
  house.db
    .insertInto('alarm_steps')
    .values({ alarm_id, kind, armed_at: now, due_at: now, is_test: false, ...given } as Insertable<AlarmSteps>)
    .execute()
const done = { state: 'done' as const, settled_at: new Date() }

test('pressWaits and endsAsFalse are true only while their step is pending for that alarm', async () => {
  const [alarm, other] = [await write(), await write()]
  const says = async () => {
    const { pressWaits, endsAsFalse } = await seen(alarm, 'taker')
    return [pressWaits, endsAsFalse]
  }
  for (const kind of ['answer press', 'end false']) {
    await step(alarm, kind, done)
    await step(other, kind)
  }
  await step(alarm, 'widen')
  expect(await says()).toEqual([false, false])
  await step(alarm, 'answer press')
  expect(await says()).toEqual([true, false])
  await house.db.updateTable('alarm_steps').set(done).where('alarm_id', '=', alarm).execute()
  await step(alarm, 'end false')
  expect(await says()).toEqual([false, true])
})

test('a followed alarm shows the first step that concerns the member, and when the present taker set out', async () => {
  const alarm = await write({ status: 'acknowledged', taken_at: now, taken_by_company: company })
  const other = await write()
  const read = async () => {
    const found = await readFollowedAlarm(house.db, alarm, house.clock.now())
    return [found?.next, found?.setOutAt]
  }
  await step(alarm, 'widen', { ...done, due_at: from(1_000) })
  await step(alarm, 'ring', { due_at: from(2_000) })
  await step(other, 'widen', { due_at: from(2_500) })
  const actor: Actor = { kind: 'system' }
  await addEntries(house.db, from(-1), { alarmId: alarm, kind: 'set_out', actor })
  await addEntries(house.db, from(1), { alarmId: alarm, kind: 'arrived', actor })
  await addEntries(house.db, from(1), { alarmId: other, kind: 'set_out', actor })
  expect(await read()).toEqual([null, null])
  await step(alarm, 'call again', { due_at: from(4_000) })
  await step(alarm, 'tell member', { due_at: from(3_000) })
  await addEntries(house.db, now, { alarmId: alarm, kind: 'set_out', actor })
  expect(await read()).toEqual([{ kind: 'tell member', at: from(3_000) }, now])
})

test('readAlarmsWhole returns the member’s own alarms, texts and positions, and nobody else’s', async () => {
  const other = await person('Ulla Berg')
  expect(await readAlarmsWhole(house.db, eva)).toEqual({ alarms: [], updates: [], positions: [] })
  const [own, others] = [await write({ reported_by: eva }), await write({ reported_by: other })]
  for (const [alarmId, authorId, message] of [
    [own, eva, 'Skynda er'],
    [others, other, 'Någon annans'],
  ] as const) {
    const press = { alarmId, authorId, message, key: randomUUID(), kind: 'press', by: 'member' } as const
    await insertUpdate(house.db, press, now)
    await insertPosition(house.db, alarmId, { latitude: 59.2, longitude: 18, accuracyM: 5 }, now)
  }
  const { alarms, updates, positions } = await readAlarmsWhole(house.db, eva)
  expect(alarms.map(({ id }) => id)).toEqual([own])
  expect(updates).toEqual([{ alarmId: own, skrivet: now, text: 'Skynda er' }])
  expect(positions).toEqual([{ alarmId: own, skickad: now, latitud: 59.2, longitud: 18 }])
})
