import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import type { AlarmDeliveries, AlarmRecipients } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { employGuard, giveOwner, newPhone, newPostcode, openPartner } from '../../../../test/support/guards'
import { useHouse, useTakenBack } from '../../../../test/support/house'
import type { DeliveryKind } from '../../alarm'
import { type Call, type Callee, callsTo } from '../../engine/ways'
import { givenCalls, insertCalls, insertFollowUps, type Whom, withdrawCalls } from '../call-store.server'
import { readMemberCallees, readOperatorCallees, readPartnerCallees, readTakerCallees } from '../callee-store.server'

/** Who gets a follow-up and by which channels: each recipient next to others that differ in one thing. */

const house = useTakenBack(useHouse())
let now: Date
let company: string
let alarm: string
beforeEach(async () => {
  now = house.clock.now()
  company = (await openPartner(house)).id
  alarm = await placeAlarm(house, now, { rounds: 3 })
})

async function whom(name: string, given: Partial<Insertable<AlarmRecipients>> = {}) {
  const guard_id = 'guard_id' in given || given.profile_id ? null : await employGuard(house, company)
  const row = { alarm_id: alarm, role: 'partner' as const, company_id: given.profile_id ? null : company, guard_id }
  const { id } = await house.db
    .insertInto('alarm_recipients')
    .values({ id: randomUUID(), ...row, name, created_at: now, link_hash: randomUUID(), ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function told(recipient_id: string, given: Partial<Insertable<AlarmDeliveries>> = {}) {
  const row = { alarm_id: alarm, recipient_id, channel: 'sms' as const, kind: 'call' as const, round: 3 }
  const state = {
    state: 'delivered' as const,
    due_at: now,
    is_test: false,
    created_at: new Date(now.getTime() - 9_000),
  }
  await house.db
    .insertInto('alarm_deliveries')
    .values({ ...row, ...state, ...given })
    .execute()
}
/** A recipient who was called, with the messages they have been sent. */
async function called(name: string, ...said: Partial<Insertable<AlarmDeliveries>>[]) {
  const id = await whom(name)
  for (const each of said.length > 0 ? said : [{}]) await told(id, each)
  return id
}
async function said(kind: DeliveryKind, how: Partial<Whom> = {}, alarms = [alarm]) {
  await insertFollowUps(house.db, alarms, kind, { roles: ['partner', 'neighbour', 'operator'], ...how }, now)
  const rows = await house.db
    .selectFrom('alarm_deliveries as delivery')
    .innerJoin('alarm_recipients as recipient', 'recipient.id', 'recipient_id')
    .select(['name', 'channel'])
    .where('delivery.created_at', '=', now)
    .execute()
  return rows.map(({ name, channel }) => `${name} ${channel}`).sort()
}

test('a follow-up uses each called recipient’s channels that did not fail and may carry it, once per round', async () => {
  const by = await called('Ali', {}, { round: 2 }, { channel: 'push', state: 'failed' }, { channel: 'voice' })
  await called('Bo', { channel: 'mail' }, { channel: 'centre' })
  await called('Uncalled', { kind: 'update' })
  const other = await placeAlarm(house, now, { rounds: 7 })
  await told(await whom('Elsewhere', { alarm_id: other }), { alarm_id: other })
  expect(await said('taken')).toEqual(['Ali sms', 'Bo mail'])
  const row = house.db.selectFrom('alarm_deliveries').selectAll().where('created_at', '=', now)
  expect(await row.where('recipient_id', '=', by).executeTakeFirst()).toMatchObject({
    ...{ kind: 'taken', round: 3, turn: 2, state: 'queued', attempts: 0, is_test: false, due_at: now, epoch: 1 },
  })
  // The same message in the same round is queued once.
  expect(await said('taken')).toEqual(['Ali sms', 'Bo mail'])
})

test.each<[string, Partial<Whom> | (() => Partial<Whom>), string[]]>([
  ['of one role', { roles: ['neighbour'] }, ['Granne sms']],
  ['of two roles', { roles: ['neighbour', 'operator'] }, ['Granne sms', 'Jour mail']],
  ['of one company', () => ({ onlyCompany: company }), ['Ali push', 'Ali sms', 'Bo sms', 'Granne sms']],
  ['by one channel only', { only: 'push' }, ['Ali push']],
  [
    'all but the guard who acted',
    () => ({ but: { companyId: company, guardId: bo, profileId: null } }),
    ['Ali push', 'Ali sms', 'Annan sms', 'Granne sms', 'Jour mail'],
  ],
  [
    'all but an operator',
    () => ({ but: { companyId: null, guardId: null, profileId: jour } }),
    ['Ali push', 'Ali sms', 'Annan sms', 'Bo sms', 'Granne sms'],
  ],
  ['named by id', () => ({ onlyRecipients: [ali] }), ['Ali push', 'Ali sms']],
])('a follow-up can be limited to recipients: %s', async (_, how, expected) => {
  ali = await called('Ali', {}, { channel: 'push' })
  bo = await employGuard(house, company)
  await told(await whom('Bo', { guard_id: bo }))
  await told(await whom('Granne', { role: 'neighbour' }))
  await told(await whom('Annan', { company_id: (await openPartner(house)).id, guard_id: null }))
  jour = await giveOwner(house, company)
  await told(await whom('Jour', { role: 'operator', profile_id: jour }), { channel: 'mail' })
  expect(await said('update', typeof how === 'function' ? how() : how)).toEqual(expected)
})
let ali: string
let bo: string
let jour: string

test('‘closed’ goes only to those to whom a call may have left since they were last told that it was over', async () => {
  const over = { kind: 'closed' as const, state: 'sent' as const }
  for (const state of ['sending', 'sent', 'unsure', 'delivered'] as const) await called(state, { state })
  await called('queued', { state: 'queued' })
  await called('tried', { state: 'queued', attempts: 1 })
  await called('withdrawn', { state: 'withdrawn' })
  await called('withdrawn and unanswered', { state: 'withdrawn', unanswered: 1 })
  await called('told', { round: 2 }, { ...over, round: 2 })
  await called('told, and called since', { round: 2 }, { ...over, round: 2 }, {})
  for (const state of ['withdrawn', 'queued', 'sending'] as const) {
    await called(`not told: ${state}`, { round: 2 }, { ...over, state, round: 2 })
  }
  const none = ['queued', 'withdrawn', 'told'].map((name) => `${name} sms`)
  const all = await said('closed')
  for (const name of none) expect(all).not.toContain(name)
  expect(all).toEqual(
    [
      ...['delivered', 'sending', 'sent', 'unsure', 'tried', 'withdrawn and unanswered', 'told, and called since'],
      ...['withdrawn', 'queued', 'sending'].map((state) => `not told: ${state}`),
    ]
      .map((name) => `${name} sms`)
      .sort(),
  )
})

const callee = (given: Partial<Callee>): Callee => ({
  ...{ role: 'partner', companyId: company, guardId: null, profileId: null, name: 'Ali', phone: '+46701740601' },
  ...{ email: null, hasPush: false, rings: 'never', hasCentre: false },
  ...given,
})
const deliveries = () =>
  house.db
    .selectFrom('alarm_deliveries')
    .select(['channel', 'kind', 'round', 'state', 'turn'])
    .where('alarm_id', '=', alarm)
    .orderBy('id')
    .execute()

test('a repeated call replaces one that is still queued, and is added to one that is being sent', async () => {
  const call = (round: number, given: Partial<Call> = {}): Call => ({
    ...(callsTo([callee({})], { id: alarm, isTest: false }, 'call', round)[0] as Call),
    ...given,
  })
  await insertCalls(house.db, house.keys, [], now)
  await insertCalls(house.db, house.keys, [call(3)], now)
  const waits = { channel: 'sms', kind: 'call', state: 'queued' }
  expect(await deliveries()).toEqual([{ ...waits, round: 3, turn: 0 }])
  await insertCalls(house.db, house.keys, [call(4)], now)
  expect(await deliveries()).toEqual([{ ...waits, round: 4, turn: 0 }])
  await house.db.updateTable('alarm_deliveries').set({ state: 'sending' }).execute()
  await insertCalls(house.db, house.keys, [call(5)], now)
  // The recipient has been called before: first calls go ahead of this one.
  expect((await deliveries()).at(-1)).toEqual({ ...waits, round: 5, turn: 1 })
  // Another kind or another channel does not match the queued call, so each is added.
  await insertCalls(house.db, house.keys, [call(6, { kind: 'released' })], now)
  await insertCalls(house.db, house.keys, [call(6, { channels: ['mail'] })], now)
  expect((await deliveries()).slice(1)).toEqual([
    { ...waits, round: 5, turn: 1 },
    { ...waits, kind: 'released', round: 6, turn: 1 },
    { ...waits, channel: 'mail', round: 6, turn: 1 },
  ])
  // The queued call is moved to the new round; the messages queued after it stay as they are.
  await insertCalls(house.db, house.keys, [call(7)], now)
  expect((await deliveries()).slice(1)).toEqual([
    { ...waits, round: 7, turn: 1 },
    { ...waits, kind: 'released', round: 6, turn: 1 },
    { ...waits, channel: 'mail', round: 6, turn: 1 },
  ])
  // A recipient who was sent something else but never called is called for the first time.
  const other = callee({ guardId: await employGuard(house, company) })
  for (const kind of ['update', 'call'] as const) {
    await insertCalls(house.db, house.keys, callsTo([other], { id: alarm, isTest: false }, kind, 8), now)
  }
  expect((await deliveries()).slice(-2).map(({ kind, turn }) => [kind, turn])).toEqual([
    ['update', 1],
    ['call', 0],
  ])
})

test('a recipient called again keeps their link and gets the new name and number, and a duplicate is called once', async () => {
  const one = callee({ name: 'Ali' })
  const again = callee({ name: 'Ali R', phone: '+46701740602', email: 'ali@exempel.se' })
  await insertCalls(house.db, house.keys, callsTo([one], { id: alarm, isTest: false }, 'call', 3), now)
  const row = () => house.db.selectFrom('alarm_recipients').selectAll().where('alarm_id', '=', alarm).execute()
  const [before] = await row()
  const twice = callsTo([again, callee({ name: 'Echo' })], { id: alarm, isTest: false }, 'update', 4)
  await insertCalls(house.db, house.keys, twice, now)
  expect(await row()).toEqual([{ ...before, name: 'Ali R', phone: '+46701740602', email: 'ali@exempel.se' }])
  const two = callsTo([one, callee({ guardId: randomUUID() })], { id: alarm, isTest: false }, 'call', 3)
  expect(givenCalls(house.keys, [...two, ...two]).map(({ rank, guardId, turn }) => [rank, guardId, turn])).toEqual([
    [0, null, 0],
    [1, two[1]?.callee.guardId, 0],
  ])
})

test('an owner is called by verified phone and mail, once if a guard has the same number, and not if unreachable', async () => {
  const postcode = newPostcode()
  const [first, second] = [
    await openPartner(house, { name: 'Ett AB', postcode }),
    await openPartner(house, { name: 'Två AB', postcode }),
  ]
  const owner = await giveOwner(house, first.id)
  const phone = newPhone()
  const guard = await employGuard(house, first.id, { phone, name: 'Bo' })
  const other = await employGuard(house, second.id, { phone: newPhone(), name: 'Cia' })
  const reached = await giveOwner(house, second.id)
  const people = async () =>
    (await readPartnerCallees(house.db, [postcode], now)).map(({ name, phone, email }) => [name, phone, email])
  const bo = ['Bo', phone, null]
  const cia = [
    'Cia',
    (await house.db.selectFrom('guards').select('phone').where('id', '=', other).executeTakeFirst())?.phone,
    null,
  ]
  // The owners have no verified phone or mail, so no channel reaches them.
  expect((await people()).toSorted()).toEqual([bo, cia].toSorted())
  await house.db.updateTable('profiles').set({ phone }).where('id', '=', owner).execute()
  await house.db
    .updateTable('profiles')
    .set({ phone_verified_at: now, email_verified: true, email: 'agare@exempel.se' })
    .where('id', '=', owner)
    .execute()
  expect((await people()).toSorted()).toEqual(
    [['Bo', phone, 'agare@exempel.se'], cia, ['Olle Ägare', null, 'agare@exempel.se']].toSorted(),
  )
  const browser = { endpoint: `https://push.test/${reached}`, p256dh: 'x', auth: 'y', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'person', id: reached }, browser, now)
  expect(await people()).toContainEqual(['Olle Ägare', null, null])
  await house.db.updateTable('guards').set({ phone: newPhone() }).where('id', '=', guard).execute()
  expect(await people()).toContainEqual(['Olle Ägare', phone, 'agare@exempel.se'])
})

test('readMemberCallees returns the named members, and readOperatorCallees at most fifty operators', async () => {
  const person = async (given: object = {}) =>
    (
      await house.db
        .insertInto('profiles')
        .values({
          full_name: 'Eva Lind',
          email: `${randomUUID()}@exempel.se`,
          user_role: 'member',
          member_status: 'trial',
          phone: newPhone(),
          ...given,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [eva] = [await person(), await person()]
  expect(await readMemberCallees(house.db, [eva])).toMatchObject([
    { role: 'member', profileId: eva, name: 'Eva Lind', phone: expect.stringMatching(/^\+46/), hasPush: false },
  ])
  const admin = { user_role: 'admin', member_status: null, two_factor_enabled: true, email_verified: true }
  for (let n = 0; n < 51; n++) await person(admin)
  expect(await readOperatorCallees(house.db)).toHaveLength(50)
  expect((await readOperatorCallees(house.db))[0]).toMatchObject({ role: 'operator', phone: null, rings: 'never' })
})

test('readTakerCallees gives a verified number and the company owner’s verified mail', async () => {
  const owner = await giveOwner(house, company)
  const phone = newPhone()
  const guard = await employGuard(house, company, { phone, name: 'Bo', phone_verified_at: now })
  const nobody = { takenByCompany: null, takenByGuard: null, takenByOperator: null }
  const reach = async (taker: Partial<typeof nobody> | Record<string, string>) =>
    (await readTakerCallees(house.db, { ...nobody, ...taker })).map(({ role, name, phone, email, hasPush }) => [
      ...[role, name, phone, email, hasPush],
    ])
  const asGuard = { takenByCompany: company, takenByGuard: guard }
  expect(await reach({})).toEqual([])
  expect(await reach(asGuard)).toEqual([['partner', 'Bo', phone, null, false]])
  const browser = { endpoint: `https://push.test/${guard}`, p256dh: 'x', auth: 'y', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'guard', id: guard }, browser, now)
  const its = { phone: '+46701740604', phone_verified_at: now, email_verified: true, email: 'en-agare@exempel.se' }
  const profiles = () => house.db.updateTable('profiles').where('id', '=', owner)
  await profiles().set({ phone: its.phone }).execute()
  expect(await reach({ takenByCompany: company })).toEqual([['partner', expect.any(String), null, null, false]])
  expect(await reach({ takenByOperator: owner })).toEqual([
    ['operator', expect.any(String), null, expect.any(String), false],
  ])
  await profiles().set(its).execute()
  expect(await reach({ takenByCompany: company })).toEqual([['partner', 'Olle Ägare', its.phone, its.email, false]])
  expect(await reach(asGuard)).toEqual([['partner', 'Bo', phone, its.email, true]])
  expect(await reach({ takenByOperator: owner })).toEqual([['operator', 'Olle Ägare', its.phone, its.email, false]])
  await house.db.updateTable('guards').set({ phone_verified_at: null }).where('id', '=', guard).execute()
  expect(await reach(asGuard)).toEqual([['partner', 'Bo', null, its.email, true]])
})

test('an operator is called by SMS only at a verified number', async () => {
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  const phones = async () => (await readOperatorCallees(house.db)).map(({ phone }) => phone)
  const admin = { user_role: 'admin', member_status: null, two_factor_enabled: true, email_verified: true }
  const row = { full_name: 'Jour', email: `${randomUUID()}@exempel.se`, phone: '+46701740605', ...admin }
  await house.db
    .insertInto('profiles')
    .values(row as never)
    .execute()
  expect(await phones()).toEqual([null])
  await house.db.updateTable('profiles').set({ phone_verified_at: now }).where('user_role', '=', 'admin').execute()
  expect(await phones()).toEqual([row.phone])
})

test('operators on duty are called, and all of them if none is on duty', async () => {
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  const admin = { user_role: 'admin', member_status: null, two_factor_enabled: true, email_verified: true }
  const ids: string[] = []
  for (const full_name of ['Jour', 'Ledig']) {
    const row = { full_name, email: `${randomUUID()}@exempel.se`, ...admin }
    const made = house.db
      .insertInto('profiles')
      .values(row as never)
      .returning('id')
    ids.push((await made.executeTakeFirstOrThrow()).id)
  }
  const called = async () => (await readOperatorCallees(house.db)).map(({ name }) => name).toSorted()
  expect(await called()).toEqual(['Jour', 'Ledig'])
  await house.db
    .insertInto('operator_duties')
    .values({ profile_id: ids[0] as string, since: now })
    .execute()
  expect(await called()).toEqual(['Jour'])
})

test('withdrawCalls withdraws only queued calls and ‘nobody’ messages of that alarm', async () => {
  const other = await placeAlarm(house, now)
  const waits = { state: 'queued' as const }
  const [ali, bo] = [await whom('Ali'), await whom('Bo', { alarm_id: other })]
  await told(bo, { ...waits, alarm_id: other })
  for (const kind of ['call', 'nobody', 'update', 'closed'] as const) await told(ali, { ...waits, kind })
  await told(ali, { state: 'sending', channel: 'push' })
  await withdrawCalls(house.db, alarm, 'behövs inte')
  const rows = house.db.selectFrom('alarm_deliveries').select(['kind', 'channel', 'state', 'reason'])
  const withdrawn = { channel: 'sms', state: 'withdrawn', reason: 'behövs inte' }
  const left = { channel: 'sms', state: 'queued', reason: null }
  expect(await rows.where('recipient_id', 'in', [ali, bo]).orderBy('id').execute()).toEqual([
    { kind: 'call', ...left },
    { kind: 'call', ...withdrawn },
    { kind: 'nobody', ...withdrawn },
    { kind: 'update', ...left },
    { kind: 'closed', ...left },
    { kind: 'call', channel: 'push', state: 'sending', reason: null },
  ])
})
