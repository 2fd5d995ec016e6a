import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { DeliveryState, RecipientRole } from '~/alarms/alarm'
import { placeAlarm } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { joinAsMember } from '../../../../test/support/people'
import {
  readAlarmOf,
  readAlarmsWhole,
  readFollowedAlarm,
  readFollowedAlarms,
  readOwnAlarmPage,
} from '../alarm-view-store.server'

/** The counts on a member's own alarm: how far its messages have come, recipient by recipient. */

const house = useHouse()
let now: Date
let own: string
let alarm: string
const from = (ms: number) => new Date(now.getTime() + ms)

const anAlarm = (given: object = {}) => placeAlarm(house, now, { reported_by: own, ...given })
const over = (ms = 0) => ({ status: 'cancelled' as const, closed_at: from(ms) })

beforeEach(async () => {
  now = house.clock.now()
  own = (await joinAsMember(house)).signedIn.person.id
  alarm = await anAlarm()
})

async function whom(
  role: RecipientRole,
  given: { seen?: boolean; state?: DeliveryState; kind?: 'call' | 'taken' | 'update' } = {},
) {
  const { seen = false, state, kind = 'call' } = given
  const id = randomUUID()
  const company =
    role === 'partner' || role === 'neighbour' ? { company_id: randomUUID() } : { profile_id: randomUUID() }
  const row = { id, alarm_id: alarm, role, name: 'Ali', ...company, link_hash: randomUUID(), created_at: now }
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...row, seen_at: seen ? now : null })
    .execute()
  if (!state) return
  const delivery = { alarm_id: alarm, recipient_id: id, channel: 'sms' as const, kind, round: 1, state }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...delivery, due_at: now, is_test: false, created_at: now })
    .execute()
}
const counts = async () => {
  const found = await readFollowedAlarm(house.db, alarm, house.clock.now())
  return found && [found.recipients, found.sentTo, found.reached, found.seen, found.sentElsewhere]
}

test('counts recipients, sent, delivered and seen only for calls to those who can come', async () => {
  const nowhere = { neighbours: 0, operators: 0 }
  expect(await counts()).toEqual([0, 0, 0, 0, nowhere])
  await whom('partner')
  expect(await counts()).toEqual([1, 0, 0, 0, nowhere])
  await whom('partner', { seen: true })
  expect(await counts()).toEqual([2, 1, 1, 1, nowhere])
  for (const state of ['queued', 'sending', 'unsure', 'failed', 'withdrawn'] as const) await whom('partner', { state })
  await whom('partner', { state: 'delivered', kind: 'taken' })
  expect(await counts()).toEqual([8, 1, 1, 1, nowhere])
  await whom('neighbour', { state: 'sent' })
  await whom('operator', { state: 'delivered' })
  await whom('member', { state: 'delivered', seen: true })
  expect(await counts()).toEqual([10, 3, 2, 1, { neighbours: 1, operators: 1 }])
})

test('an operator told only of a second press is none of those the alarm was sent to, until they open it or are called', async () => {
  const nowhere = { neighbours: 0, operators: 0 }
  await whom('partner', { state: 'sent' })
  await whom('operator', { state: 'sent', kind: 'update' })
  expect(await counts()).toEqual([1, 1, 0, 0, nowhere])
  await whom('operator', { state: 'sent', kind: 'update', seen: true })
  expect(await counts()).toEqual([2, 2, 1, 1, { neighbours: 0, operators: 1 }])
  const operators = house.db.selectFrom('alarm_recipients').where('alarm_id', '=', alarm).where('role', '=', 'operator')
  const { id } = await operators.where('seen_at', 'is', null).select('id').executeTakeFirstOrThrow()
  const call = { alarm_id: alarm, recipient_id: id, channel: 'sms' as const, kind: 'call' as const, round: 2 }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...call, state: 'queued', due_at: now, is_test: false, created_at: now })
    .execute()
  expect(await counts()).toEqual([3, 2, 1, 1, { neighbours: 0, operators: 1 }])
})

test('a call counts as under way while it is queued or being sent, and not once it has failed', async () => {
  const underWay = async () => (await readFollowedAlarm(house.db, alarm, house.clock.now()))?.underWay
  for (const state of ['unsure', 'failed', 'withdrawn'] as const) await whom('partner', { state })
  await whom('partner', { state: 'queued', kind: 'taken' })
  await whom('member', { state: 'queued' })
  expect(await underWay()).toBe(0)
  for (const state of ['queued', 'sending'] as const) await whom('partner', { state })
  expect(await underWay()).toBe(2)
})

test('noPartners is true if only neighbours and operators were called, and counts belong to that alarm', async () => {
  const other = await anAlarm({ is_test: true })
  await whom('operator', { state: 'sent' })
  await whom('neighbour')
  const found = await readFollowedAlarm(house.db, alarm, house.clock.now())
  expect([found?.id, found?.noPartners, found?.recipients]).toEqual([alarm, true, 2])
  const another = await readFollowedAlarm(house.db, other, house.clock.now())
  expect([another?.id, another?.recipients]).toEqual([other, 0])
})

test('a page follows the member’s newest alarm and newest test that are open or have just ended', async () => {
  await house.db.updateTable('safety_alarms').set(over(-1)).where('id', '=', alarm).execute()
  const follow = async (ms: number) =>
    (await readFollowedAlarms(house.db, own, from(ms), house.clock.now())).map(({ id }) => id)
  expect([await follow(-1), await follow(-2)]).toEqual([[], [alarm]])
  const test = await anAlarm({ is_test: true })
  const newest = await anAlarm()
  const other = (await joinAsMember(house)).signedIn.person.id
  await anAlarm({ reported_by: other })
  expect(await follow(-2)).toEqual([newest, test])
  expect([
    (await readAlarmOf(house.db, own, newest, house.clock.now()))?.id,
    await readAlarmOf(house.db, other, newest, house.clock.now()),
  ]).toEqual([newest, null])
  const page = async (before: string | null, most = 9) =>
    (await readOwnAlarmPage(house.db, own, before, most)).map(({ id }) => id)
  expect([await page(null), await page(null, 2), await page(test)]).toEqual([
    [newest, test, alarm],
    [newest, test],
    [alarm],
  ])
  const whole = await readAlarmsWhole(house.db, own)
  expect(whole.alarms.map(({ id }) => id)).toEqual([alarm, test, newest])
})
