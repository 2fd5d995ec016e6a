import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '~/alarms/alarm'
import type { SafetyAlarms } from '../../../../db/schema'
import { openNeighbourhood, placeAlarm } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { joinAsMember, type Resident } from '../../../../test/support/people'
import {
  addEntries,
  armMissingSteps,
  armSteps,
  countTestsOf,
  dropSteps,
  hasOpenAlarm,
  hasSaid,
  insertUpdate,
  isHiding,
  lockAlarmToJoin,
  lockFreeAlarms,
  readLastActor,
  readLastPress,
  readPressByKey,
  updateAlarms,
} from '../alarm-store.server'
import { blurPositions, insertFollowedPosition, readLatestPosition } from '../position-store.server'
import { readRecentWords } from '../recent-words-store.server'
import { countBrokenHistories } from '../whole-store.server'

/** The alarm store: each row next to another that differs in one thing (whose, which, when, over or not). */

const house = useHouse()
let now: Date
let member: Resident
let other: Resident
const idOf = ({ signedIn }: Resident) => signedIn.person.id
const from = (ms: number) => new Date(now.getTime() + ms)
const minute = 60_000

beforeEach(async () => {
  now = house.clock.now()
  member = await joinAsMember(house)
  other = await joinAsMember(house)
})

const write = (given: Partial<Insertable<SafetyAlarms>> = {}) =>
  placeAlarm(house, now, { reported_by: idOf(member), message: 'Någon är i huset', ...given })
const over = () => ({ status: 'cancelled' as const, closed_at: now })
const stepsOf = (alarm: string) =>
  house.db
    .selectFrom('alarm_steps')
    .select(['kind', 'state', 'due_at as dueAt', 'settled_at as settledAt'])
    .where('alarm_id', '=', alarm)
    .orderBy('kind')
    .execute()

test('hasOpenAlarm is true only for a real open alarm of the member’s own', async () => {
  await write(over())
  await write({ is_test: true })
  await write({ reported_by: idOf(other) })
  expect(await hasOpenAlarm(house.db, idOf(member))).toBe(false)
  await write()
  expect(await hasOpenAlarm(house.db, idOf(member))).toBe(true)
})

test('isHiding is true only for an open alarm of the member’s own in which they hide', async () => {
  await write({ ...over(), is_hiding: true })
  await write({ reported_by: idOf(other), is_hiding: true })
  const alarm = await write()
  expect(await isHiding(house.db, idOf(member))).toBe(false)
  await updateAlarms(house.db, [alarm], { is_hiding: true })
  expect(await isHiding(house.db, idOf(member))).toBe(true)
  expect(await isHiding(house.db, idOf(other))).toBe(true)
})

test('countTestsOf counts the member’s own tests after a given time', async () => {
  await write({ is_test: true, ...over(), created_at: from(-60 * minute) })
  await write({ is_test: true, ...over(), created_at: from(1 - 60 * minute) })
  await write({ ...over() })
  await write({ is_test: true, reported_by: idOf(other), ...over() })
  expect(await countTestsOf(house.db, idOf(member), from(-60 * minute))).toBe(1)
})

test('readPressByKey finds a first or later press by idempotency key and member', async () => {
  const [first, later] = [randomUUID(), randomUUID()]
  const alarm = await write({ key: first })
  const press = { alarmId: alarm, kind: 'press' as const, by: 'member' as const, authorId: idOf(member) }
  expect(await insertUpdate(house.db, { ...press, key: later, message: 'Skynda er' }, now)).toBe(true)
  expect(await insertUpdate(house.db, { ...press, key: later, message: 'Skynda er igen' }, now)).toBe(false)
  const asked = [first, later, randomUUID()].flatMap((key) => [member, other].map((who) => [who, key] as const))
  const found = await Promise.all(asked.map(([who, key]) => readPressByKey(house.db, idOf(who), key)))
  expect(found).toEqual([
    { alarmId: alarm, message: 'Någon är i huset' },
    undefined,
    { alarmId: alarm, message: 'Skynda er' },
    ...[undefined, undefined, undefined],
  ])
})

test('readLastPress returns the newest press of that alarm, and no note', async () => {
  const [alarm, another] = [await write(), await write({ reported_by: idOf(other) })]
  expect(await readLastPress(house.db, alarm)).toBeUndefined()
  const add = (alarmId: string, kind: 'press' | 'note', ms: number) =>
    insertUpdate(
      house.db,
      { alarmId, kind, key: randomUUID(), by: 'member', authorId: idOf(member), message: 'Skynda er' },
      from(ms),
    )
  for (const ms of [1, 2]) await add(alarm, 'press', ms)
  await add(alarm, 'note', 3)
  await add(another, 'press', 4)
  expect((await readLastPress(house.db, alarm))?.createdAt).toEqual(from(2))
})

test('hasSaid and readLastActor tell actors, alarms and kinds apart', async () => {
  const { companyId, guardId, guard } = await openNeighbourhood(house)
  const [alarm, another] = [await write(), await write({ reported_by: idOf(other) })]
  const owner: Actor = { ...guard, guardId: null }
  const operator: Actor = { kind: 'operator', personId: idOf(other) }
  await addEntries(house.db, now, { alarmId: alarm, kind: 'declined', actor: guard, facts: { why: 'busy' } })
  expect(await hasSaid(house.db, alarm, 'declined', guard)).toBe(true)
  expect(await hasSaid(house.db, alarm, 'declined', guard, now)).toBe(true)
  expect(await hasSaid(house.db, alarm, 'declined', guard, from(1))).toBe(false)
  expect(await hasSaid(house.db, alarm, 'declined', owner)).toBe(false)
  expect(await hasSaid(house.db, alarm, 'declined', operator)).toBe(false)
  expect(await hasSaid(house.db, alarm, 'set_out', guard)).toBe(false)
  expect(await hasSaid(house.db, another, 'declined', guard)).toBe(false)

  expect(await readLastActor(house.db, alarm, 'declined')).toEqual({ kind: 'partner', companyId, guardId, via: 'page' })
  await addEntries(house.db, now, { alarmId: alarm, kind: 'declined', actor: operator })
  await addEntries(
    house.db,
    now,
    { alarmId: alarm, kind: 'set_out', actor: owner },
    { alarmId: another, kind: 'declined', actor: owner },
  )
  expect(await readLastActor(house.db, alarm, 'declined')).toEqual(operator)
  expect(await readLastActor(house.db, alarm, 'set_out')).toMatchObject({ companyId, guardId: null })
  // Two owners have no guard id: they are told apart by company.
  expect(await hasSaid(house.db, alarm, 'set_out', owner)).toBe(true)
  expect(await hasSaid(house.db, alarm, 'set_out', { ...owner, companyId: randomUUID() })).toBe(false)
  expect(await readLastActor(house.db, alarm, 'arrived')).toEqual({ kind: 'system' })
})

test('lockAlarmToJoin returns the member’s open alarm or one just cancelled, and no other', async () => {
  const asked = (isTest = false) =>
    house.db.transaction().execute(async (db) => (await lockAlarmToJoin(db, idOf(member), isTest))?.id)
  await write(over())
  await write({ reported_by: idOf(other) })
  const calledOff = await write({ ...over(), reopenable: true })
  await write(over())
  expect([await asked(), await asked(true)]).toEqual([calledOff, undefined])
  await house.db.updateTable('safety_alarms').set({ reopenable: false }).where('id', '=', calledOff).execute()
  const [test, open] = [await write({ is_test: true }), await write()]
  expect([await asked(), await asked(true)]).toEqual([open, test])
})

test('the history names the API key of a company’s system, and nothing extra for a person', async () => {
  const alarm = await write()
  const company: Actor = { kind: 'partner', companyId: randomUUID(), guardId: null, via: 'page' }
  const system: Actor = { ...company, key: { mark: 'k7', name: 'Växeln' } } as Actor
  for (const actor of [company, system]) await addEntries(house.db, now, { alarmId: alarm, kind: 'arrived', actor })
  const lines = house.db.selectFrom('alarm_timeline').select('facts').where('alarm_id', '=', alarm).orderBy('id')
  expect(await lines.execute()).toEqual([{ facts: {} }, { facts: { via: 'api', key: 'k7' } }])
})

test('armMissingSteps leaves a pending step, armSteps replaces it, and dropSteps drops only that alarm’s steps', async () => {
  const [one, two] = [await write(), await write({ reported_by: idOf(other) })]
  const alarm = { id: one, isTest: false }
  const widen = { alarm, kind: 'widen' as const, afterS: 120 }
  const ring = { alarm, kind: 'ring' as const, afterS: 30 }
  expect(await armMissingSteps(house.db, [widen], now)).toBe(true)
  expect(await armMissingSteps(house.db, [{ ...widen, afterS: 500 }], now)).toBe(false)
  expect(await armMissingSteps(house.db, [{ ...widen, afterS: 500 }, ring], now)).toBe(true)
  expect(await armMissingSteps(house.db, [], now)).toBe(false)
  const due = async () => (await stepsOf(one)).map(({ kind, dueAt }) => [kind, dueAt])
  expect(await due()).toEqual([
    ['ring', from(30_000)],
    ['widen', from(120_000)],
  ])
  await armSteps(house.db, [{ ...widen, afterS: 10 }], from(minute))
  expect(await due()).toEqual([
    ['ring', from(30_000)],
    ['widen', from(70_000)],
  ])
  await armSteps(house.db, [{ ...widen, alarm: { id: two, isTest: false } }], now)

  expect(await dropSteps(house.db, one, from(1), ['widen', 'press'])).toBe(1)
  expect(await stepsOf(one)).toMatchObject([
    { kind: 'ring', state: 'pending', settledAt: null },
    { kind: 'widen', state: 'dropped', settledAt: from(1) },
  ])
  expect(await dropSteps(house.db, one, from(2))).toBe(1)
  expect(await dropSteps(house.db, one, from(3))).toBe(0)
  expect(await stepsOf(one)).toMatchObject([{ settledAt: from(2) }, { settledAt: from(1) }])
  expect(await stepsOf(two)).toMatchObject([{ kind: 'widen', state: 'pending' }])
  // A settled step of the same kind does not prevent a new one.
  expect(await armMissingSteps(house.db, [widen], now)).toBe(true)
})

test('lockFreeAlarms locks the named alarms in one order, and nothing for an empty list', async () => {
  expect(await lockFreeAlarms(house.db, [])).toEqual([])
  const ids = [await write(), await write({ reported_by: idOf(other) })].toSorted()
  await write({ ...over() })
  expect((await lockFreeAlarms(house.db, ids.toReversed())).map(({ id }) => id)).toEqual(ids)
})

const place = (alarm_id: string, latitude: number, created_at: Date) =>
  house.db
    .insertInto('alarm_positions')
    .values({ alarm_id, latitude, longitude: 18, accuracy_m: 5, created_at })
    .execute()

test('readLatestPosition returns the newest position of that alarm, and none if help is needed elsewhere', async () => {
  const [one, two] = [await write(), await write({ reported_by: idOf(other) })]
  expect(await readLatestPosition(house.db, one)).toBeNull()
  await place(one, 59.1, from(-2))
  await place(one, 59.2, from(-1))
  await place(two, 59.3, now)
  expect(await readLatestPosition(house.db, one)).toMatchObject({ latitude: 59.2, accuracyM: 5, isBlurred: false })
  await updateAlarms(house.db, [one], { place: 'elsewhere' })
  expect(await readLatestPosition(house.db, one)).toBeNull()
})

test('a followed position is stored at most every five seconds, only for the member’s own real open alarm', async () => {
  const spot = { latitude: 59.27, longitude: 18.01, accuracyM: 8 }
  const alarm = await write()
  const follow = (who: Resident, id: string, ms: number) =>
    insertFollowedPosition(house.db, idOf(who), id, spot, from(ms))
  const at = async (id: string) =>
    (
      await house.db
        .selectFrom('alarm_positions')
        .select('created_at')
        .where('alarm_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ created_at }) => created_at.getTime() - now.getTime())
  expect(await follow(member, alarm, 0)).toBe(true)
  // Too frequent positions are accepted but not stored.
  expect(await follow(member, alarm, 4_999)).toBe(true)
  expect(await follow(member, alarm, 5_000)).toBe(true)
  expect(await follow(other, alarm, 20_000)).toBe(false)
  expect(await at(alarm)).toEqual([0, 5_000])
  const kept = await readLatestPosition(house.db, alarm)
  expect(kept).toMatchObject({ latitude: 59.27, longitude: 18.01, accuracyM: 8 })
  await updateAlarms(house.db, [alarm], { place: 'elsewhere' })
  expect(await follow(member, alarm, 20_000)).toBe(false)
  await updateAlarms(house.db, [alarm], { place: 'home', status: 'cancelled', closed_at: now })
  expect(await follow(member, alarm, 20_000)).toBe(false)
  expect(await follow(member, await write({ is_test: true }), 0)).toBe(false)
})

test('blurPositions rounds positions from before a given time, once', async () => {
  const alarm = await write()
  await house.db.deleteFrom('alarm_positions').execute()
  await place(alarm, 59.27861, from(-1))
  await place(alarm, 59.27862, now)
  expect(await blurPositions(house.db, now, from(minute))).toBe(1)
  expect(await blurPositions(house.db, now, from(2 * minute))).toBe(0)
  const rows = await house.db
    .selectFrom('alarm_positions')
    .selectAll()
    .where('alarm_id', '=', alarm)
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { latitude: 59.28, accuracy_m: null, blurred_at: from(minute) },
    { latitude: 59.27862, accuracy_m: 5, blurred_at: null },
  ])
})

test('readRecentWords returns members’ texts of that postcode since a given time, and not a canary’s', async () => {
  const postcode = '39777'
  await write({ postcode, message: 'För länge sedan', created_at: from(-1), ...over() })
  const alarm = await write({ postcode, message: 'Från och med då' })
  await write({ postcode: '39778', message: 'Någon annanstans', reported_by: idOf(other) })
  await write({ postcode, message: 'Kanariefågeln', origin: 'canary', reported_by: null })
  const note = { alarmId: alarm, kind: 'note' as const, by: 'member' as const, authorId: idOf(member) }
  await insertUpdate(house.db, { ...note, key: randomUUID(), message: 'Ett tillägg' }, now)
  expect(await readRecentWords(house.db, postcode, now)).toEqual(['Från och med då', 'Ett tillägg'])
  expect(await readRecentWords(house.db, '39779', now)).toEqual([])
})

test('countBrokenHistories counts alarms whose history lacks the press or the end', async () => {
  const broken = async () => countBrokenHistories(house.db)
  const before = await broken()
  const alarm = await write()
  const actor: Actor = { kind: 'member', personId: idOf(member) }
  expect(await broken()).toBe(before + 1)
  await addEntries(house.db, now, { alarmId: alarm, kind: 'raised', actor })
  expect(await broken()).toBe(before)
  await updateAlarms(house.db, [alarm], { status: 'cancelled', closed_at: now })
  expect(await broken()).toBe(before + 1)
  await addEntries(house.db, now, { alarmId: alarm, kind: 'cancelled', actor })
  expect(await broken()).toBe(before)
})
