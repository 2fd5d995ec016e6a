import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import type { AlarmDeliveries, SafetyAlarms } from '../../../db/schema'
import { placeAlarm } from '../../../test/support/alarms'
import { employGuard, newPhone, openPartner } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { readCallInTheAir, readCalls, readPhoneCall, writeDigit, writeEnd } from './voice-store.server'
import { readVoiceToken, voiceToken } from './voice-token.server'

/** Phone calls next to each other: which one is meant, what state the person hears, and what is stored. */

const house = useHouse()
let now: Date
let company: string
let postcode: string
let guard: string
let phone: string
const from = (ms: number) => new Date(now.getTime() + ms)

beforeEach(async () => {
  await house.db.deleteFrom('alarm_deliveries').execute()
  now = house.clock.now()
  const partner = await openPartner(house)
  company = partner.id
  postcode = partner.postcode
  phone = newPhone()
  guard = await employGuard(house, company, { phone })
})

type Given = Partial<Insertable<AlarmDeliveries>> & {
  alarm?: Partial<Insertable<SafetyAlarms>>
  guardId?: string | null
}
async function call({ alarm, guardId = guard, ...given }: Given = {}) {
  const alarm_id = await placeAlarm(house, now, { postcode, ...alarm })
  const recipient_id = randomUUID()
  const to = {
    id: recipient_id,
    alarm_id,
    role: 'partner' as const,
    company_id: company,
    guard_id: guardId,
    name: 'Ali',
    phone,
  }
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...to, link_hash: randomUUID(), created_at: now })
    .execute()
  const delivery = { alarm_id, recipient_id, channel: 'voice' as const, kind: 'call' as const, round: 1, attempts: 1 }
  const { id } = await house.db
    .insertInto('alarm_deliveries')
    .values({ ...delivery, state: 'sending', due_at: now, is_test: false, created_at: now, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, alarm_id, recipient_id }
}
const read = (id: string) =>
  house.db.selectFrom('alarm_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const named = (id: string, attempt = 1, providerId = 'p-1') => ({ id, attempt, providerId })
const standing = async (id: string, attempt = 1, providerId = 'p-1', at = now) =>
  readPhoneCall(house.db, named(id, attempt, providerId), at)

test('readPhoneCall says whether the alarm is open, new, the guard’s own and still reaches them', async () => {
  const taken = { status: 'acknowledged' as const, taken_by_company: company, taken_at: now }
  const stands = async (given: Given) => {
    const found = await standing((await call(given)).id)
    return found && [found.isOpen, found.isNew, found.isMine, found.isReached]
  }
  expect(await stands({})).toEqual([true, true, false, true])
  expect(await stands({ alarm: { ...taken, taken_by_guard: guard } })).toEqual([true, false, true, true])
  expect(await stands({ alarm: taken })).toEqual([true, false, false, true])
  expect(await stands({ alarm: taken, guardId: null })).toEqual([true, false, true, true])
  expect(await stands({ alarm: { status: 'cancelled', closed_at: now } })).toEqual([false, false, false, true])
  expect(await stands({ alarm: { postcode: '39111' } })).toEqual([true, true, false, false])
  const { id, alarm_id, recipient_id } = await call({ is_test: true })
  expect(await standing(id)).toMatchObject({
    ...{ alarmId: alarm_id, recipientId: recipient_id, companyId: company, guardId: guard, name: 'Ali', phone },
    ...{ isTest: true, role: 'partner', email: null },
  })
  await house.db.updateTable('guards').set({ phone: newPhone() }).where('id', '=', guard).execute()
  expect(await standing(id)).toMatchObject({ isReached: false })
})

test('a call is found for a quarter of an hour, by an attempt that was made and the provider’s id', async () => {
  const { id } = await call({ attempts: 2 })
  expect([await standing(id, 3), await standing(id, 2), await standing(id, 1)].map((found) => found !== null)).toEqual([
    false,
    true,
    true,
  ])
  const quarter = 15 * 60_000
  expect(await standing(id, 2, 'p-1', from(quarter - 1))).not.toBeNull()
  expect(await standing(id, 2, 'p-1', from(quarter))).toBeNull()
  await house.db.updateTable('alarm_deliveries').set({ provider_id: 'p-1' }).where('id', '=', id).execute()
  expect(await standing(id, 2, 'p-1')).not.toBeNull()
  // For the latest try another provider id is another call. Events of an earlier try count, whatever the id.
  expect(await standing(id, 2, 'p-2')).toBeNull()
  expect(await standing(id, 1, 'p-2')).not.toBeNull()
  expect(await standing(randomUUID())).toBeNull()
  expect(await standing((await call({ channel: 'sms' })).id)).toBeNull()
})

test('the first digit that is an answer is stored; 2 is not an answer', async () => {
  const { id } = await call({ reason: 'inget svar', state: 'failed' })
  const other = await call()
  const before = await read(other.id)
  expect(await writeDigit(house.db, named(id), '2', from(1))).toBe(true)
  expect(await read(id)).toMatchObject({
    ...{ state: 'delivered', reason: null, digit: null, provider_id: 'p-1', sent_at: from(1), delivered_at: from(1) },
  })
  expect(await writeDigit(house.db, named(id, 1, 'p-9'), '3', from(2))).toBe(true)
  expect(await writeDigit(house.db, named(id), '1', from(3))).toBe(false)
  expect(await read(id)).toMatchObject({ digit: '3', provider_id: 'p-1', sent_at: from(1), delivered_at: from(1) })
  expect(await read(other.id)).toEqual(before)
})

test('writeEnd counts only for the latest attempt, and does not change a known outcome', async () => {
  const end = (id: string, attempt: number, providerId: string, state: 'sent' | 'failed' = 'sent') =>
    writeEnd(house.db, named(id, attempt, providerId), { state, reason: 'slut', cost: 700 }, from(5))
  const { id, alarm_id } = await call({ attempts: 2 })
  expect(await end(id, 1, 'p-1')).toBeNull()
  expect(await end(id, 2, 'p-1')).toBe(alarm_id)
  expect(await read(id)).toMatchObject({
    state: 'sent',
    reason: 'slut',
    cost: 700,
    provider_id: 'p-1',
    sent_at: from(5),
  })
  expect(await end(id, 2, 'p-2')).toBeNull()
  expect(await end(id, 9, 'p-1', 'failed')).toBe(alarm_id)
  expect(await read(id)).toMatchObject({ state: 'sent', reason: 'slut', cost: 700 })

  const failed = await call()
  expect(await end(failed.id, 1, 'p-3', 'failed')).toBe(failed.alarm_id)
  expect(await read(failed.id)).toMatchObject({ state: 'failed', sent_at: null })
  const unsure = await call({ state: 'unsure', attempts: 3 })
  expect(await end(unsure.id, 1, 'p-4')).toBe(unsure.alarm_id)
  expect(await read(unsure.id)).toMatchObject({ state: 'sent' })
  const answered = await call({ state: 'delivered' })
  expect(await end(answered.id, 1, 'p-5')).toBe(answered.alarm_id)
  expect(await read(answered.id)).toMatchObject({ state: 'delivered', reason: null, cost: 700, sent_at: null })
  for (const given of [{ state: 'queued' as const }, { state: 'withdrawn' as const }, { channel: 'sms' as const }])
    expect(await end((await call(given)).id, 1, 'p-6')).toBeNull()
})

test('readCallInTheAir finds only a call under way with a provider id, and readCalls lists the newest first', async () => {
  const [flying, unnamed, over, sms] = [
    await call({ provider_id: 'p-1', attempts: 2 }),
    await call(),
    await call({ provider_id: 'p-2', state: 'sent' }),
    await call({ provider_id: 'p-3', channel: 'sms' }),
  ]
  expect(await readCallInTheAir(house.db, flying.id)).toEqual({ id: flying.id, attempt: 2, providerId: 'p-1' })
  for (const id of [unnamed.id, over.id, sms.id, randomUUID(), 'x'])
    expect(await readCallInTheAir(house.db, id)).toBeNull()
  const ids = async (before: string | null, most = 9) => (await readCalls(house.db, before, most)).map(({ id }) => id)
  expect(await ids(null)).toEqual([over.id, unnamed.id, flying.id])
  expect([await ids(null, 2), await ids(unnamed.id)]).toEqual([[over.id, unnamed.id], [flying.id]])
})

test('a voice token is valid only with our signature, for its call and attempt, also after a key change', () => {
  const [keys, strangers] = [
    openKeys(['a secret that is long enough to sign with']),
    openKeys(['another secret, long enough too']),
  ]
  const id = '01a21385-7670-7401-9d34-c8780273f366'
  const token = voiceToken(keys, { id, attempt: 2 })
  expect(readVoiceToken(keys, token)).toEqual({ id, attempt: 2 })
  expect(token.split('.').at(-1)).toHaveLength(22)
  const [, , sign = ''] = token.split('.')
  for (const wrong of [
    '',
    `${id}.3.${sign}`,
    `${id}.2.${sign.slice(0, -1)}`,
    `${id}.2.${sign}x`,
    `${token}.x`,
    `x.2.${sign}`,
    `${id}.0.${sign}`,
    `${id}.02.${sign}`,
    `${id}.12345.${sign}`,
    voiceToken(strangers, { id, attempt: 2 }),
  ])
    expect(readVoiceToken(keys, wrong)).toBeNull()
  expect(readVoiceToken(keys, voiceToken(keys, { id, attempt: 9_999 }))).toEqual({ id, attempt: 9_999 })
  const renewed = openKeys(['a newer secret that is long enough', 'a secret that is long enough to sign with'])
  expect(readVoiceToken(renewed, token)).toEqual({ id, attempt: 2 })
})
