import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { AlarmDeliveries, AlarmRecipients } from '../../../../db/schema'
import { placeAlarm } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { block, joinAsAdmin, joinAsMember } from '../../../../test/support/people'
import { addEntries } from '../../history/alarm-store.server'
import { setDuty } from '../duty.server'
import { readDuties } from '../duty-store.server'
import type { Incident, IncidentKind } from '../incident'
import {
  closeIncident,
  closeIncidents,
  countIncidents,
  hearOfWords,
  insertWords,
  markIncidentsSeen,
  markWordsTaken,
  openIncidents,
  readHearing,
  readIncidents,
  readUnheard,
} from '../incident-store.server'

/** Incidents, who has heard of them, and operators on duty. */

const house = useHouse()
let now: Date
const from = (ms: number) => new Date(now.getTime() + ms)
const one = (kind: IncidentKind, subject: string): Incident => ({ alarmId: null, kind, subject })
const late = one('late step', 'a')
const silent = one('engine silent', 'engine')
const standing = async () => (await readIncidents(house.db)).map(({ kind, subject }) => `${kind} ${subject}`)
const rowOf = (subject: string) =>
  house.db.selectFrom('alarm_incidents').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow()

beforeEach(async () => {
  now = house.clock.now()
  await house.db.deleteFrom('alarm_incidents').execute()
  await house.db.deleteFrom('auditor_words').execute()
})

test('an incident is new once, stays open until it is closed, and is new when it is found again', async () => {
  expect(await openIncidents(house.db, [], now)).toEqual([])
  expect(await openIncidents(house.db, [silent, late], now)).toHaveLength(2)
  const [found] = await readIncidents(house.db)
  await markIncidentsSeen(house.db, [found?.id ?? ''], now)
  const again = await openIncidents(house.db, [late, silent, one('late step', 'b')], from(1))
  expect(again).toEqual([one('late step', 'b')])
  expect(await rowOf('a')).toMatchObject({ found_at: now })
  await closeIncident(house.db, 'late step', 'a', from(2))
  // Other kinds and other subjects stay open.
  expect(await standing()).toEqual(['engine silent engine', 'late step b'])
  await closeIncident(house.db, 'late step', 'a', from(9))
  expect(await rowOf('a')).toMatchObject({ gone_at: from(2) })
  expect(await openIncidents(house.db, [late], from(3))).toEqual([late])
  expect(await rowOf('a')).toMatchObject({ found_at: from(3), gone_at: null, heard_at: null })
  // Oldest first, limited to the number asked for.
  expect(await standing()).toEqual(['engine silent engine', 'late step b', 'late step a'])
  expect((await readIncidents(house.db, 2)).map(({ subject }) => subject)).toEqual(['engine', 'b'])
  expect(await countIncidents(house.db)).toBe(3)
})

test('closeIncidents closes those no longer found, of the given kinds only', async () => {
  await openIncidents(house.db, [late, one('late step', 'b'), silent, one('canary unheard', '12540')], now)
  await closeIncidents(house.db, ['late step', 'engine silent'], [late, one('engine silent', 'b')], from(1))
  expect((await standing()).toSorted()).toEqual(['canary unheard 12540', 'late step a'])
  expect(await rowOf('b')).toMatchObject({ gone_at: from(1) })
  await closeIncidents(house.db, ['late step', 'engine silent'], [], from(2))
  expect([await rowOf('b'), await rowOf('a')]).toMatchObject([{ gone_at: from(1) }, { gone_at: from(2) }])
  expect(await countIncidents(house.db)).toBe(1)
})

test('incidents of two kinds with the same subject are separate', async () => {
  await openIncidents(house.db, [late, one('no report', 'a')], now)
  await closeIncident(house.db, 'late step', 'a', from(1))
  expect(await standing()).toEqual(['no report a'])
})

test('an incident that was seen counts as heard from the first time, and no other does', async () => {
  await openIncidents(house.db, [late, silent], now)
  const { id } = await rowOf('a')
  await markIncidentsSeen(house.db, [], now)
  await markIncidentsSeen(house.db, [id], from(1))
  await markIncidentsSeen(house.db, [id], from(2))
  expect([await rowOf('a'), await rowOf('engine')]).toMatchObject([{ heard_at: from(1) }, { heard_at: null }])
  expect(await readUnheard(house.db)).toEqual({
    counts: [expect.objectContaining({ kind: 'engine silent' })],
    last: null,
  })
  await markIncidentsSeen(house.db, [(await rowOf('engine')).id], now)
  expect(await readUnheard(house.db)).toBeNull()
})

test('readUnheard counts open incidents by kind, and how often and when they were last told', async () => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()]
  await insertWords(house.db, [{ id: first, channel: 'sms' }], from(-5))
  await openIncidents(house.db, [late, one('late step', 'b')], now)
  await openIncidents(house.db, [silent], from(1))
  await openIncidents(house.db, [one('nobody comes', 'c')], from(1))
  await closeIncident(house.db, 'nobody comes', 'c', from(2))
  await insertWords(house.db, [{ id: second, channel: 'sms' }], now)
  await insertWords(
    house.db,
    [
      { id: third, channel: 'mail' },
      { id: randomUUID(), channel: 'sms' },
    ],
    from(3),
  )
  const said = async () => (await readUnheard(house.db))?.last
  expect(await said()).toEqual({ at: from(3), wereTaken: false, times: 2 })
  await markWordsTaken(house.db, [], from(4))
  await markWordsTaken(house.db, [third], from(4))
  expect(await said()).toEqual({ at: from(3), wereTaken: true, times: 2 })
  const taken = house.db.selectFrom('auditor_words').select('id').where('taken_at', 'is not', null)
  expect(await taken.execute()).toEqual([{ id: third }])
  const counts = (await readUnheard(house.db))?.counts.map(({ kind, count }) => `${kind} ${count}`).toSorted()
  expect(counts).toEqual(['engine silent 1', 'late step 2'])
})

test('a message that arrived makes the incidents open when it was sent heard, and a failed one makes none', async () => {
  const word = randomUUID()
  await openIncidents(house.db, [late, one('no report', 'gone')], now)
  await closeIncident(house.db, 'no report', 'gone', now)
  await insertWords(house.db, [{ id: word, channel: 'sms' }], from(1))
  await openIncidents(house.db, [one('nobody comes', 'just then')], from(1))
  await openIncidents(house.db, [silent], from(2))
  expect(await hearOfWords(house.db, randomUUID(), true, from(3))).toBe(false)
  expect(await hearOfWords(house.db, word, false, from(3))).toBe(true)
  expect(await rowOf('a')).toMatchObject({ heard_at: null })
  expect(await hearOfWords(house.db, word, true, from(4))).toBe(true)
  expect(await hearOfWords(house.db, word, true, from(5))).toBe(true)
  const rows = [await rowOf('a'), await rowOf('just then'), await rowOf('engine'), await rowOf('gone')]
  expect(rows.map(({ heard_at }) => heard_at)).toEqual([from(4), from(4), null, null])
  const { heard_at } = await house.db.selectFrom('auditor_words').selectAll().executeTakeFirstOrThrow()
  expect(heard_at).toEqual(from(4))
})

const named = { seen_at: new Date(), role: 'circle' as const, company_id: null, circle_id: randomUUID() }
type Heard = { recipient?: Partial<Insertable<AlarmRecipients>>; delivery?: Partial<Insertable<AlarmDeliveries>> }
test.each<[string, Heard, { reached: number; isKnown: boolean }]>([
  ['was sent nothing', {}, { reached: 0, isKnown: true }],
  ['has opened it', { recipient: { seen_at: new Date() } }, { reached: 1, isKnown: true }],
  ['has declined', { recipient: { declined_at: new Date() } }, { reached: 1, isKnown: true }],
  ['is in the circle and has opened it', { recipient: named }, unreached()],
  ['has a delivered call', { delivery: { state: 'delivered' } }, { reached: 1, isKnown: true }],
  ['has a call delivered to a centre', { delivery: { state: 'delivered', channel: 'centre' } }, unreached()],
  ['has a delivered message other than the call', { delivery: { state: 'delivered', kind: 'closed' } }, unreached()],
  ['has a sent call whose report is to come', { delivery: { state: 'sent', provider_id: 'p1' } }, unreached()],
  ['has a sent call without a report', { delivery: { state: 'sent' } }, { reached: 0, isKnown: false }],
  ['has a sent mail without a report', { delivery: { state: 'sent', channel: 'mail' } }, unreached()],
  ['has a failed call', { delivery: { state: 'failed' } }, unreached()],
])(
  'readHearing counts whether an alarm’s recipient who %s has heard of it',
  async (_, { recipient, delivery }, heard) => {
    const [alarm_id, other] = [await placeAlarm(house, now), await placeAlarm(house, now)]
    for (const [alarm, row] of [
      [alarm_id, recipient],
      [other, { seen_at: now }],
    ] as const) {
      const base = { id: randomUUID(), alarm_id: alarm, role: 'partner' as const, name: 'Ali', created_at: now }
      const { id } = await house.db
        .insertInto('alarm_recipients')
        .values({ ...base, link_hash: randomUUID(), company_id: randomUUID(), ...row })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (alarm !== alarm_id || !delivery) continue
      const call = { alarm_id, recipient_id: id, channel: 'sms' as const, kind: 'call' as const, round: 1 }
      await house.db
        .insertInto('alarm_deliveries')
        .values({ ...call, due_at: now, is_test: true, created_at: now, ...delivery })
        .execute()
    }
    expect(await readHearing(house.db, alarm_id)).toEqual(heard)
    expect(await readHearing(house.db, randomUUID())).toEqual({ reached: 0, isKnown: true })
  },
)
test('readHearing counts a company that has taken the alarm, and not one that only set out', async () => {
  const [alarmId, companyId] = [await placeAlarm(house, now), randomUUID()]
  const row = { id: randomUUID(), alarm_id: alarmId, role: 'partner' as const, name: 'Ali', created_at: now }
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...row, link_hash: randomUUID(), company_id: companyId })
    .execute()
  const actor = { kind: 'partner' as const, companyId, guardId: null, via: 'page' as const }
  await addEntries(house.db, now, { alarmId, kind: 'set_out', actor })
  expect(await readHearing(house.db, alarmId)).toEqual(unreached())
  await addEntries(house.db, now, { alarmId, kind: 'taken', actor })
  expect(await readHearing(house.db, alarmId)).toEqual({ reached: 1, isKnown: true })
})

function unreached() {
  return { reached: 0, isKnown: true }
}

test('readDuties lists unblocked admins on duty in the order they began, and a member cannot go on duty', async () => {
  await house.db.deleteFrom('operator_duties').execute()
  const [first, second, blocked, off] = [
    await joinAsAdmin(house),
    await joinAsAdmin(house),
    await joinAsAdmin(house),
    await joinAsAdmin(house),
  ]
  for (const { signedIn } of [second, blocked, off, first]) {
    await setDuty(house, signedIn, true)
    house.clock.forward({ minutes: 1 })
  }
  await setDuty(house, second.signedIn, true)
  await setDuty(house, off.signedIn, false)
  const people = house.db.updateTable('profiles')
  await block(house, blocked, now)
  await people.set({ phone: '+46701740699' }).where('id', '=', first.signedIn.person.id).execute()
  await people.set({ phone_verified_at: now }).where('id', '=', first.signedIn.person.id).execute()
  expect((await readDuties(house.db)).map(({ id, hasPhone }) => [id, hasPhone])).toEqual([
    [second.signedIn.person.id, false],
    [first.signedIn.person.id, true],
  ])
  const member = await joinAsMember(house)
  await expect(setDuty(house, member.signedIn, true)).rejects.toThrow('not allowed')
})
