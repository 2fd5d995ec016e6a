import { beforeEach, expect, test } from 'vitest'
import { placeAlarm } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { lockDueSteps, readRingsOf, settleSteps } from '../step-store.server'

/** The store of due steps: steps of one alarm next to those of another. */

const house = useHouse()
let now: Date
let alarm: string
const from = (ms: number) => new Date(now.getTime() + ms)

const anAlarm = (given: { waiting_since?: Date } = {}) => placeAlarm(house, now, given)

beforeEach(async () => {
  await house.db.deleteFrom('alarm_steps').execute()
  now = house.clock.now()
  alarm = await anAlarm()
})

test('lockDueSteps returns each alarm’s first due step, the longest overdue first', async () => {
  const [two, three, four] = [await anAlarm(), await anAlarm(), await anAlarm()]
  const arm = async (alarm_id: string, kind: 'ring' | 'widen' | 'call again', ms: number, given: object = {}) => {
    const step = { alarm_id, kind, armed_at: from(-99), due_at: from(ms), is_test: false, ...given }
    return (await house.db.insertInto('alarm_steps').values(step).returning('id').executeTakeFirstOrThrow()).id
  }
  await arm(two, 'ring', -5)
  await arm(two, 'widen', -3)
  await arm(alarm, 'widen', -9)
  await arm(alarm, 'ring', -20, { state: 'dropped', settled_at: now })
  await arm(three, 'call again', 0)
  await arm(three, 'widen', 1)
  await arm(four, 'ring', 1)
  await arm(four, 'widen', -9, { is_test: true })
  const due = async (given: { most?: number; but?: string[]; isTest?: boolean } = {}) => {
    const { most = 9, but = [], isTest = false } = given
    return (await lockDueSteps(house.db, isTest, now, most, but)).map(({ alarmId, kind }) => [alarmId, kind])
  }
  expect(await due()).toEqual([
    [alarm, 'widen'],
    [two, 'ring'],
    [three, 'call again'],
  ])
  expect(await due({ most: 2 })).toEqual([
    [alarm, 'widen'],
    [two, 'ring'],
  ])
  expect(await due({ but: [alarm, three] })).toEqual([[two, 'ring']])
  expect(await due({ isTest: true })).toEqual([[four, 'widen']])
  const [first] = await lockDueSteps(house.db, false, now, 1)
  await settleSteps(house.db, [], now)
  await settleSteps(house.db, [first?.id ?? ''], from(7))
  expect(await due({ most: 1 })).toEqual([[two, 'ring']])
  const done = await house.db
    .selectFrom('alarm_steps')
    .select(['state', 'settled_at'])
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(done).toEqual([{ state: 'done', settled_at: from(7) }])
})

test('readRingsOf counts the rings since the last press and returns when the last one was', async () => {
  const two = await anAlarm({ waiting_since: from(-50) })
  const rang = (alarm_id: string, ms: number, given: object = {}) =>
    house.db
      .insertInto('alarm_steps')
      .values({
        alarm_id,
        kind: 'ring',
        armed_at: now,
        due_at: now,
        is_test: false,
        state: 'done',
        settled_at: from(ms),
        ...given,
      })
      .execute()
  for (const ms of [-90, -50, -10, 0]) await rang(two, ms)
  await rang(two, -5, { kind: 'widen' })
  await rang(two, -5, { state: 'dropped' })
  await house.db
    .updateTable('safety_alarms')
    .set({ created_at: from(-20) })
    .where('id', '=', alarm)
    .execute()
  for (const ms of [-30, -20]) await rang(alarm, ms)
  const ringsOf = await readRingsOf(house.db, [two, alarm], now)
  expect(ringsOf(two)).toMatchObject({ times: 2, lastAt: from(-10) })
  expect(ringsOf(alarm)).toMatchObject({ times: 1, lastAt: from(-20) })
  expect(ringsOf(await anAlarm())).toEqual({ times: 0, lastAt: null })
  expect((await readRingsOf(house.db, [alarm], now))(two)).toEqual({ times: 0, lastAt: null })
})
