import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import type { SafetyAlarms } from '../../../db/schema'
import { addPartner, alarmRow, deliveriesOf, placeAlarm } from '../../../test/support/alarms'
import { employGuard, guardRow, newPhone, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { type Alarm, readAlarm } from '../history/alarm-store.server'
import { callEveryone, ringPhones, widenAlarms } from './call-everyone.server'

/** Who is called when many alarms that differ in one thing are processed at once. */

const house = useHouse()
const names = { here: 'Här AB', beside: 'Bredvid AB' }
let now: Date
let here: string
let guards: Record<keyof typeof names, string>
let operatorId: string
const from = (ms: number) => new Date(now.getTime() + ms)
const given = () => ({ db: house.db, now, keys: house.keys })

beforeEach(async () => {
  await house.db.deleteFrom('operator_duties').execute()
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  const [street, beside] = [newPostcode(), newPostcode()]
  await house.db
    .insertInto('postcodes')
    .values([street, beside].map((code) => ({ code, name: 'Prov', state: 'open' as const })))
    .execute()
  await house.db.insertInto('postcode_neighbours').values({ code: street, neighbour: beside }).execute()
  here = street
  guards = {
    here: (await addPartner(house, street, names.here)).guardId,
    beside: (await addPartner(house, beside, names.beside)).guardId,
  }
  operatorId = (await joinAsAdmin(house)).signedIn.person.id
  now = house.clock.now()
})

const alone = newPostcode()
async function anAlarm(row: Partial<Insertable<SafetyAlarms>> = {}): Promise<Alarm> {
  const id = await placeAlarm(house, from(-90_000), { postcode: here, ...row })
  return (await readAlarm(house.db, id)) as Alarm
}

/** Who was called to an alarm and in which role, in the order of the calls. */
async function calledTo({ id }: Alarm) {
  const rows = await house.db
    .selectFrom('alarm_deliveries as delivery')
    .innerJoin('alarm_recipients as recipient', 'recipient.id', 'recipient_id')
    .select(['role', 'guard_id', 'profile_id'])
    .where('delivery.alarm_id', '=', id)
    .orderBy('delivery.id')
    .execute()
  const people = new Map([
    [guards.here, 'here'],
    [guards.beside, 'beside'],
    [operatorId, 'operator'],
  ])
  return [
    ...new Set(rows.map(({ role, guard_id, profile_id }) => `${role} ${people.get(guard_id ?? profile_id ?? '')}`)),
  ]
}

const said = async ({ id }: Alarm) =>
  house.db
    .selectFrom('alarm_timeline')
    .select(['kind', 'actor_kind', 'facts'])
    .where('alarm_id', '=', id)
    .orderBy('id')
    .execute()
const rowOf = ({ id }: Alarm) => alarmRow(house.db, id)

test('callEveryone calls the postcode’s partners, and for a widened alarm neighbours and operators too', async () => {
  const [narrow, wide, other] = [await anAlarm(), await anAlarm({ widened_at: from(-1) }), await anAlarm()]
  const people = await callEveryone(given(), [narrow, wide])
  expect([...people]).toEqual([
    [narrow.id, 1],
    [wide.id, 2],
  ])
  expect(await calledTo(narrow)).toEqual(['partner here'])
  expect(await calledTo(wide)).toEqual(['partner here', 'neighbour beside', 'operator operator'])
  expect(await calledTo(other)).toEqual([])
  expect(await deliveriesOf(house.db, narrow.id)).toEqual(['sms call 2 queued'])
  expect(await rowOf(narrow)).toMatchObject({ rounds: 2, called_at: now })
  expect(await rowOf(wide)).toMatchObject({ rounds: 2, called_at: now })
  expect(await rowOf(other)).toMatchObject({ rounds: 1, called_at: from(-90_000) })
  // The next call is a new round, and each recipient is listed once.
  await callEveryone(given(), [(await readAlarm(house.db, narrow.id)) as Alarm])
  expect(await calledTo(narrow)).toEqual(['partner here'])
  expect((await rowOf(narrow)).rounds).toBe(3)
})

test('operators are called again in each round after the widening', async () => {
  const wide = await anAlarm({ widened_at: from(-1) })
  await callEveryone(given(), [wide])
  // Marked as sent: a call that is still queued would be reused instead.
  await house.db.updateTable('alarm_deliveries').set({ state: 'sent' }).where('alarm_id', '=', wide.id).execute()
  await callEveryone(given(), [(await readAlarm(house.db, wide.id)) as Alarm])
  const mails = (await deliveriesOf(house.db, wide.id)).filter((line) => line.startsWith('mail'))
  expect(mails).toEqual(['mail call 2 sent', 'mail call 3 queued'])
})

test('callEveryone limited to push neither sets called_at nor tells the circle', async () => {
  const member = (await joinAsAdmin(house)).signedIn.person.id
  const person = { member_id: member, name: 'Dottern', phone: newPhone() }
  const { id: circle_id } = await house.db
    .insertInto('circle_people')
    .values({ ...person, contact_hash: 'x', link_hash: 'x', told: 'at once', accepted_at: now, invited_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alarm = await anAlarm({ reported_by: member })
  const recipient = { role: 'circle' as const, circle_id, name: 'Dottern', phone: newPhone(), link_hash: 'x' }
  const { id: recipient_id } = await house.db
    .insertInto('alarm_recipients')
    .values({ ...recipient, id: circle_id, alarm_id: alarm.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taken = { alarm_id: alarm.id, recipient_id, channel: 'sms' as const, kind: 'taken' as const, round: 1 }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...taken, state: 'sent', due_at: now, is_test: false, created_at: now })
    .execute()
  const browser = { endpoint: `https://push.test/${guards.here}`, p256dh: 'x', auth: 'y', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'guard', id: guards.here }, browser, now)
  await callEveryone(given(), [alarm], { only: 'push' })
  expect(await rowOf(alarm)).toMatchObject({ rounds: 2, called_at: from(-90_000) })
  expect(await deliveriesOf(house.db, alarm.id)).toEqual(['sms taken 1 sent', 'push call 2 queued'])
  await callEveryone(given(), [(await readAlarm(house.db, alarm.id)) as Alarm])
  const last = ['push call 3 queued', 'sms call 3 queued', 'sms call 3 queued', 'sms taken 1 sent']
  expect((await deliveriesOf(house.db, alarm.id)).toSorted()).toEqual(last)
})

test('nobody_callable is recorded once on real widened alarms, and cleared when somebody can be called', async () => {
  const widened = { postcode: alone, widened_at: from(-1) }
  const [lonely, tested, narrow, known, found, well] = await Promise.all([
    anAlarm(widened),
    anAlarm({ ...widened, is_test: true }),
    anAlarm({ postcode: alone }),
    anAlarm({ ...widened, nobody_callable_since: from(-60_000) }),
    anAlarm({ widened_at: from(-1), nobody_callable_since: from(-60_000) }),
    anAlarm({ widened_at: from(-1) }),
  ])
  const all = [lonely, tested, narrow, known, found, well]
  expect([...(await callEveryone(given(), all)).values()]).toEqual([0, 0, 0, 0, 2, 2])
  const since = await Promise.all(all.map(async (alarm) => (await rowOf(alarm)).nobody_callable_since))
  expect(since).toEqual([now, null, null, from(-60_000), null, null])
  expect(await said(lonely)).toEqual([{ kind: 'nobody_callable', actor_kind: 'system', facts: {} }])
  for (const alarm of [tested, narrow, known, found, well]) expect(await said(alarm)).toEqual([])
  // Somebody beside counts as callable, even if there is nobody here.
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: null, on_duty_until: null })
    .where('id', '=', guards.here)
    .execute()
  const again = await anAlarm({ widened_at: from(-1), nobody_callable_since: from(-60_000) })
  expect((await callEveryone(given(), [again])).get(again.id)).toBe(1)
  expect((await rowOf(again)).nobody_callable_since).toBeNull()
})

test('widenAlarms calls neighbours and operators, and no partner a second time', async () => {
  const [first, second, other] = [await anAlarm(), await anAlarm({ postcode: alone }), await anAlarm()]
  await widenAlarms(given(), [first, second])
  expect(await calledTo(first)).toEqual(['neighbour beside', 'operator operator'])
  expect(await calledTo(second)).toEqual(['operator operator'])
  expect(await calledTo(other)).toEqual([])
  expect(await deliveriesOf(house.db, first.id)).toEqual(['sms call 2 queued', 'mail call 2 queued'])
  expect(await rowOf(first)).toMatchObject({ rounds: 2, widened_at: now, called_at: from(-90_000) })
  expect(await rowOf(other)).toMatchObject({ rounds: 1, widened_at: null })
  const line = (people: number) => ({ kind: 'widened', actor_kind: 'system', facts: { people, operators: 1 } })
  expect(await said(first)).toEqual([line(1)])
  expect(await said(second)).toEqual([line(0), { kind: 'nobody_callable', actor_kind: 'system', facts: {} }])
  expect((await rowOf(first)).nobody_callable_since).toBeNull()
})

test('ringPhones calls guards who chose it, neighbours only if widened, and starts a round only where one rings', async () => {
  const silent = await employGuard(house, (await guardRow(house.db, guards.here)).company_id)
  await house.db.updateTable('guards').set({ rings: 'alarms' }).where('id', 'in', Object.values(guards)).execute()
  const [narrow, wide, lonely] = [
    await anAlarm(),
    await anAlarm({ widened_at: from(-1) }),
    await anAlarm({ postcode: alone }),
  ]
  const rung = await ringPhones(given(), [narrow, wide, lonely])
  expect([...rung]).toEqual([
    [narrow.id, 1],
    [wide.id, 2],
  ])
  expect(await calledTo(narrow)).toEqual(['partner here'])
  expect(await calledTo(wide)).toEqual(['partner here', 'neighbour beside'])
  expect(await deliveriesOf(house.db, wide.id)).toEqual(['voice call 2 queued', 'voice call 2 queued'])
  const rounds = await Promise.all([narrow, wide, lonely].map(async (alarm) => (await rowOf(alarm)).rounds))
  expect(rounds).toEqual([2, 2, 1])
  const theirs = house.db.selectFrom('alarm_recipients').select('id').where('guard_id', '=', silent)
  expect(await theirs.execute()).toEqual([])
  expect([...(await ringPhones(given(), [lonely]))]).toEqual([])
})
