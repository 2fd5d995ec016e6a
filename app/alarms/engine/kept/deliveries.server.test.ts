import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AlarmDeliveries, AlarmRecipients, SafetyAlarms } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { employGuard, newPhone, openPartner } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { markSeen } from '../../answer/mark-seen.server'
import {
  wasTexted,
  wasTextedSince,
  writeDeclined,
  writePartnerDeclined,
  writeSeen,
} from '../../answer/reply-store.server'
import { withdrawCalls } from '../../raise/call-store.server'
import {
  giveBackFirstCalls,
  isOurs,
  readNextDue,
  renewClaims,
  type Settled,
  settleDeliveries,
  writeArrived,
  writeReport,
} from '../delivery-store.server'

/** The store of deliveries and due work: each row next to another that differs in one thing. */

const house = useHouse()
let now: Date
let company: string
let postcode: string
let guard: string
let phone: string
let alarm: string
let recipient: string
const from = (ms: number) => new Date(now.getTime() + ms)

const anAlarm = (given: Partial<Insertable<SafetyAlarms>> = {}) => placeAlarm(house, now, { postcode, ...given })
async function whom(alarm_id: string, given: Partial<Insertable<AlarmRecipients>> = {}) {
  const row = { id: randomUUID(), alarm_id, role: 'partner' as const, name: 'Ali', created_at: now }
  const { id } = await house.db
    .insertInto('alarm_recipients')
    .values({ ...row, company_id: company, guard_id: guard, phone, link_hash: randomUUID(), ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
let rounds = 1
async function message(given: Partial<Insertable<AlarmDeliveries>> = {}) {
  const row = {
    alarm_id: alarm,
    recipient_id: recipient,
    channel: 'sms' as const,
    kind: 'call' as const,
    round: rounds++,
  }
  const { id } = await house.db
    .insertInto('alarm_deliveries')
    .values({ ...row, due_at: now, is_test: false, created_at: now, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const read = (id: string) =>
  house.db.selectFrom('alarm_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const who = (id: string) =>
  house.db.selectFrom('alarm_recipients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  await house.db.deleteFrom('alarm_steps').execute()
  await house.db.deleteFrom('alarm_words').execute()
  await house.db.deleteFrom('alarm_deliveries').execute()
  now = house.clock.now()
  const partner = await openPartner(house)
  company = partner.id
  postcode = partner.postcode
  phone = newPhone()
  guard = await employGuard(house, company, { phone })
  alarm = await anAlarm()
  recipient = await whom(alarm)
})

test('a decline is stored once for the recipient; a company’s decline covers all of its people who have not declined', async () => {
  const [second, third] = [await employGuard(house, company), await employGuard(house, company)]
  const [other, owner, last] = [
    await whom(alarm, { guard_id: second }),
    await whom(alarm, { guard_id: null }),
    await whom(alarm, { guard_id: third }),
  ]
  const elsewhere = await whom(await anAlarm())
  const stranger = await whom(alarm, { company_id: (await openPartner(house)).id, guard_id: null })
  expect(await writeDeclined(house.db, recipient, now)).toBe(true)
  expect(await writeDeclined(house.db, recipient, from(1))).toBe(false)
  await writePartnerDeclined(house.db, alarm, { companyId: company, guardId: second }, from(2))
  const said = async () =>
    Promise.all([recipient, other, owner, last, elsewhere, stranger].map(async (id) => (await who(id)).declined_at))
  expect(await said()).toEqual([now, from(2), null, null, null, null])
  await writePartnerDeclined(house.db, alarm, { companyId: company, guardId: null }, from(3))
  expect(await said()).toEqual([now, from(2), from(3), from(3), null, null])
})

test('writeSeen stores the first opening, for that recipient only', async () => {
  const [other, owner] = [
    await whom(alarm, { guard_id: await employGuard(house, company) }),
    await whom(alarm, { guard_id: null }),
  ]
  const elsewhere = await whom(await anAlarm())
  expect(await writeSeen(house.db, alarm, { companyId: company, guardId: guard }, now)).toBe(true)
  expect(await writeSeen(house.db, alarm, { companyId: company, guardId: guard }, from(1))).toBe(false)
  expect(await writeSeen(house.db, alarm, { companyId: company, guardId: null }, from(2))).toBe(true)
  const seen = await Promise.all([recipient, other, owner, elsewhere].map(async (id) => (await who(id)).seen_at))
  expect(seen).toEqual([now, null, from(2), null])
})

test('markSeen marks an alarm only for its recipients, and notifies open pages once', async () => {
  const heard: string[] = []
  const client = await house.pool.connect()
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '{}').what))
  await client.query('listen alarms')
  const actor = { kind: 'partner', companyId: company, guardId: guard, via: 'page' } as const
  const stranger = { ...actor, companyId: (await openPartner(house)).id, guardId: null }
  const theirs = await whom(alarm, { company_id: stranger.companyId, guard_id: null })
  for (const [who, id] of [
    [stranger, alarm],
    [actor, randomUUID()],
    [actor, alarm],
    [actor, alarm],
  ] as const)
    expect(await markSeen(house, who, id)).toMatchObject({ ok: true })
  await client.query('select 1')
  client.release(true)
  expect(heard).toEqual(['sent'])
  expect([(await who(recipient)).seen_at !== null, (await who(theirs)).seen_at]).toEqual([true, null])
})

test('wasTexted is true only if an SMS of that alarm may have left to the guard’s present number', async () => {
  const texted = () => wasTexted(house.db, alarm, guard)
  await message({ state: 'queued' })
  await message({ state: 'failed' })
  await message({ state: 'withdrawn' })
  await message({ channel: 'push', state: 'delivered' })
  expect(await texted()).toBe(false)
  const other = await anAlarm()
  const there = await whom(other)
  await message({ alarm_id: other, recipient_id: there, state: 'sent' })
  expect([await texted(), await wasTexted(house.db, other, guard)]).toEqual([false, true])
  expect(await wasTexted(house.db, other, await employGuard(house, company))).toBe(false)
  for (const state of ['sending', 'sent', 'unsure', 'delivered'] as const) {
    const id = await message({ state })
    expect([state, await texted()]).toEqual([state, true])
    await house.db.deleteFrom('alarm_deliveries').where('id', '=', id).execute()
  }
  await message({ state: 'sent' })
  await house.db.updateTable('guards').set({ phone: newPhone() }).where('id', '=', guard).execute()
  expect(await texted()).toBe(false)
})

test('wasTextedSince counts only an SMS sent to that recipient at the time or later', async () => {
  const since = () => wasTextedSince(house.db, recipient, now)
  const other = await whom(alarm, { guard_id: null })
  await message({ state: 'sent', sent_at: from(-1) })
  await message({ state: 'failed', sent_at: now })
  await message({ channel: 'push', state: 'sent', sent_at: now })
  await message({ recipient_id: other, state: 'sent', sent_at: now })
  expect(await since()).toBe(false)
  await message({ state: 'sent', sent_at: now })
  expect(await since()).toBe(true)
})

test('withdrawCalls withdraws only queued calls and ‘nobody’ messages of that alarm', async () => {
  const other = await anAlarm()
  const there = await whom(other)
  const kinds = ['call', 'nobody', 'update', 'closed'] as const
  const queued: string[] = []
  for (const kind of kinds) queued.push(await message({ kind }))
  const [sending, elsewhere] = [
    await message({ state: 'sending' }),
    await message({ alarm_id: other, recipient_id: there }),
  ]
  await withdrawCalls(house.db, alarm, 'larmet är över')
  const states = await Promise.all([...queued, sending, elsewhere].map(async (id) => (await read(id)).state))
  expect(states).toEqual(['withdrawn', 'withdrawn', 'queued', 'queued', 'sending', 'queued'])
  expect((await read(queued[0] ?? '')).reason).toBe('larmet är över')
})

test('giveBackFirstCalls puts only claimed first calls of that alarm back in the queue', async () => {
  const given = { state: 'sending' as const, attempts: 1, due_at: from(6_000), round: 1 }
  const first = await message(given)
  const others = [
    await message({ ...given, round: 2, channel: 'push' }),
    await message({ ...given, attempts: 2, channel: 'mail' }),
    await message({ ...given, kind: 'update', channel: 'push' }),
    await message({ ...given, state: 'sent', channel: 'voice' }),
  ]
  const other = await anAlarm()
  others.push(await message({ ...given, alarm_id: other, recipient_id: await whom(other) }))
  const before = await Promise.all(others.map(read))
  await giveBackFirstCalls(house.db, [alarm], from(1))
  expect(await read(first)).toMatchObject({ state: 'queued', attempts: 0, due_at: from(1) })
  expect(await Promise.all(others.map(read))).toEqual(before)
})

test('renewClaims extends the lease of messages being sent and never shortens one', async () => {
  const [short, long, sent, other] = [
    await message({ state: 'sending', due_at: from(1) }),
    await message({ state: 'sending', due_at: from(9_000) }),
    await message({ state: 'sent', due_at: from(1) }),
    await message({ state: 'sending', due_at: from(1) }),
  ]
  await renewClaims(house.db, [], from(6_000))
  await renewClaims(house.db, [short, long, sent], from(6_000))
  const due = await Promise.all([short, long, sent, other].map(async (id) => (await read(id)).due_at))
  expect(due).toEqual([from(6_000), from(9_000), from(1), from(1)])
})

test('readNextDue returns the earliest future deadline of the lane, among steps and unsent messages', async () => {
  const next = async (isTest = false) => readNextDue(house.db, isTest, now)
  expect(await next()).toBeNull()
  await message({ due_at: now })
  await message({ due_at: from(900), state: 'sent' })
  await message({ due_at: from(800), is_test: true })
  await message({ due_at: from(700), state: 'sending', turn: 2, channel: 'centre' })
  expect([await next(), await next(true)]).toEqual([from(700), from(800)])
  const step = { alarm_id: alarm, armed_at: now, is_test: false }
  await house.db
    .insertInto('alarm_steps')
    .values({ ...step, kind: 'ring', due_at: from(1), state: 'done', settled_at: now })
    .execute()
  await house.db
    .insertInto('alarm_steps')
    .values({ ...step, kind: 'widen', due_at: from(600) })
    .execute()
  await house.db
    .insertInto('alarm_steps')
    .values({ ...step, kind: 'press', due_at: from(500), is_test: true })
    .execute()
  expect([await next(), await next(true)]).toEqual([from(600), from(500)])
})

const settled = (id: string, given: Partial<Settled> = {}): Settled => ({
  ...{ id, attempts: 1, state: 'sent', dueAt: null, reason: null, providerId: null, words: null, wasUnanswered: false },
  ...{ parts: null, cost: null, togetherWith: null, passOn: false },
  ...given,
})

test('settleDeliveries accepts success from any attempt and failure only from the latest', async () => {
  const claimed = { state: 'sending' as const, attempts: 2 }
  const [sent, arrived, late, failed, over] = [
    await message(claimed),
    await message(claimed),
    await message(claimed),
    await message(claimed),
    await message({ ...claimed, state: 'withdrawn' }),
  ]
  const alarms = await settleDeliveries(
    house.db,
    [
      settled(sent, { providerId: 's-1', words: 'Larm', parts: 2, cost: 3_500 }),
      settled(arrived, { state: 'delivered' }),
      settled(late, { state: 'failed', reason: 'sent' }),
      settled(failed, { attempts: 2, state: 'queued', dueAt: from(9), reason: 'nej', wasUnanswered: true }),
      settled(over),
    ],
    from(1),
  )
  expect(alarms).toEqual([alarm])
  expect(await read(sent)).toMatchObject({
    state: 'sent',
    sent_at: from(1),
    delivered_at: null,
    provider_id: 's-1',
    words: 'Larm',
    parts: 2,
    cost: 3_500,
  })
  expect(await read(arrived)).toMatchObject({ state: 'delivered', sent_at: from(1), delivered_at: from(1) })
  expect(await read(late)).toMatchObject({ state: 'sending', reason: null })
  expect(await read(failed)).toMatchObject({
    state: 'queued',
    due_at: from(9),
    reason: 'nej',
    unanswered: 1,
    sent_at: null,
  })
  expect(await read(over)).toMatchObject({ state: 'withdrawn' })
})

test('a failed message falls back to mail once, if there is an address, and never from mail itself', async () => {
  const [withMail, second] = [
    await whom(alarm, { guard_id: null, email: 'vakt@exempel.se' }),
    await employGuard(house, company),
  ]
  const without = await whom(alarm, { guard_id: second })
  const claimed = { state: 'sending' as const, attempts: 1, round: 1 }
  const failed = { state: 'failed' as const, passOn: true, attempts: 1 }
  const [sms, push, mail, none, kept] = [
    await message({ ...claimed, recipient_id: withMail }),
    await message({ ...claimed, recipient_id: withMail, channel: 'push' }),
    await message({ ...claimed, recipient_id: withMail, channel: 'mail', kind: 'update' }),
    await message({ ...claimed, recipient_id: without }),
    await message({ ...claimed, recipient_id: withMail, kind: 'taken' }),
  ]
  await settleDeliveries(
    house.db,
    [...[sms, push, mail, none].map((id) => settled(id, failed)), settled(kept, { state: 'failed' })],
    now,
  )
  const mails = await house.db
    .selectFrom('alarm_deliveries')
    .selectAll()
    .where('channel', '=', 'mail')
    .where('id', '<>', mail)
    .execute()
  expect(mails).toMatchObject([
    { recipient_id: withMail, kind: 'call', round: 1, state: 'queued', due_at: now, turn: 0 },
  ])
})

test('a delivery report matches by provider id or our own id, counts only for its attempt, and changes nothing settled', async () => {
  const name = randomUUID()
  const [own, other] = [
    await message({ state: 'sent', provider_id: name, sent_at: from(-5) }),
    await message({ state: 'sent', provider_id: randomUUID(), sent_at: from(-5) }),
  ]
  const report = (given: object) =>
    writeReport(house.db, { providerId: name, reference: null, attempt: null, state: 'delivered', ...given }, now)
  expect(await isOurs(house.db, name, null)).toBe(true)
  expect(await isOurs(house.db, 'none', own)).toBe(true)
  expect(await isOurs(house.db, 'none', randomUUID())).toBe(false)
  expect(await report({})).toEqual({ changed: [alarm], arrivedAfterAll: [] })
  expect(await read(own)).toMatchObject({ state: 'delivered', sent_at: from(-5), delivered_at: now })
  expect(await read(other)).toMatchObject({ state: 'sent' })
  expect(await report({ state: 'failed', reason: 'nej' })).toEqual({ changed: [], arrivedAfterAll: [] })

  // Found by our own id, before the provider's answer is written: a failure counts only for the try it belongs to.
  const early = await message({ state: 'sending', attempts: 2 })
  const byUs = (attempt: number | null, state = 'failed') =>
    report({ providerId: 'p-9', reference: early, attempt, state, reason: 'nej' })
  expect(await byUs(1)).toEqual({ changed: [], arrivedAfterAll: [] })
  expect(await byUs(2)).toEqual({ changed: [alarm], arrivedAfterAll: [] })
  expect(await read(early)).toMatchObject({
    state: 'failed',
    reason: 'nej',
    provider_id: 'p-9',
    sent_at: now,
    delivered_at: null,
  })
  // The call arrived after all, which needs more than this row changed.
  expect(await byUs(null, 'delivered')).toEqual({ changed: [], arrivedAfterAll: [alarm] })
  expect(await read(early)).toMatchObject({ state: 'failed' })
  const update = await message({ state: 'failed', kind: 'update', provider_id: 'p-8' })
  expect(await report({ providerId: 'p-8' })).toEqual({ changed: [alarm], arrivedAfterAll: [] })
  expect(await read(update)).toMatchObject({ state: 'delivered' })
})

test('writeArrived marks only the failed call of that alarm with that provider id as delivered', async () => {
  const other = await anAlarm()
  const there = await whom(other)
  const failed = { state: 'failed' as const, provider_id: 'p-7', reason: 'nej' }
  const own = await message(failed)
  const others = [
    await message({ ...failed, kind: 'update' }),
    await message({ ...failed, state: 'sent' }),
    await message({ ...failed, provider_id: 'p-6' }),
    await message({ ...failed, alarm_id: other, recipient_id: there }),
  ]
  const before = await Promise.all(others.map(read))
  expect(await writeArrived(house.db, alarm, { providerId: 'p-7', reference: null }, from(1))).toEqual([recipient])
  expect(await read(own)).toMatchObject({ state: 'delivered', reason: null, delivered_at: from(1) })
  expect(await Promise.all(others.map(read))).toEqual(before)
})
