import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CirclePeople } from '../../../db/schema'
import { placeAlarm } from '../../../test/support/alarms'
import { newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { readCircleCallees, readTold } from './circle-calls-store.server'
import {
  accept,
  endPeople,
  hashOfContact,
  keepRefusal,
  readBefore,
  readByLink,
  readCircle,
  readFollowedBy,
  updateTold,
} from './circle-store.server'
import { endUnansweredQuestions } from './end-unanswered.server'

/** The circle of one member, beside another member's circle and beside people who have been removed. */

const house = useHouse()
let now: Date
let own: string
let other: string
const from = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

beforeEach(async () => {
  await house.db.deleteFrom('circle_people').execute()
  now = house.clock.now()
  own = (await joinAsMember(house)).signedIn.person.id
  other = (await joinAsMember(house)).signedIn.person.id
})

type Given = Partial<Insertable<CirclePeople>>
async function name(given: Given = {}) {
  const phone = given.phone === undefined && given.email === undefined ? newPhone() : (given.phone ?? null)
  const contact = phone === null ? { phone, email: given.email ?? '' } : { phone, email: null }
  const { id, link_hash } = await house.db
    .insertInto('circle_people')
    .values({
      ...{ member_id: own, name: 'Dottern', told: 'at once', link_hash: randomUUID(), invited_at: now },
      ...{ contact_hash: hashOfContact(contact), ...contact },
      ...given,
    })
    .returning(['id', 'link_hash'])
    .executeTakeFirstOrThrow()
  return { id, link: link_hash, hash: hashOfContact(contact), phone }
}
const gone = { name: '', phone: null, email: null, ended_at: new Date(), ended_by: 'person' as const }
const row = (id: string) =>
  house.db.selectFrom('circle_people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('readCircle returns the member’s own people in the order they were named, without those who left', async () => {
  await name({ name: 'Etta' })
  await name({ name: 'Tvåa', told: 'unanswered', told_of_tests: true })
  await name({ ...gone, contact_hash: 'x'.repeat(64) })
  await name({ member_id: other, name: 'Annans' })
  const circle = await readCircle(house.db, own)
  expect(circle.map(({ name, told, toldOfTests }) => [name, told, toldOfTests])).toEqual([
    ['Etta', 'at once', false],
    ['Tvåa', 'unanswered', true],
  ])
})

test('readBefore returns this member’s latest question, and a refusal towards every member', async () => {
  const { hash, phone } = await name({ accepted_at: now })
  const before = (member = own) => readBefore(house.db, member, hash)
  expect(await before()).toEqual({ isRefused: false, latest: { acceptedAt: now, endedBy: null } })
  expect(await before(other)).toEqual({ isRefused: false, latest: null })
  await endPeople(house.db, { contactHash: hash }, 'member', from(1))
  expect(await before()).toMatchObject({ latest: { endedBy: 'member' } })
  await name({ phone })
  expect(await before()).toMatchObject({ latest: { acceptedAt: null, endedBy: null } })
  await keepRefusal(house.db, hash, now)
  await keepRefusal(house.db, hash, from(1))
  expect([(await before()).isRefused, (await before(other)).isRefused]).toEqual([true, true])
  expect((await readBefore(house.db, own, 'y'.repeat(64))).isRefused).toBe(false)
})

test('updateTold changes only the member’s own people, and nobody who has left', async () => {
  const [mine, theirs] = [await name(), await name({ member_id: other })]
  const left = await name({ ...gone, contact_hash: 'x'.repeat(64) })
  const choice = { told: 'unanswered' as const, toldOfTests: true }
  expect(await updateTold(house.db, own, theirs.id, choice)).toBe(false)
  expect(await updateTold(house.db, own, left.id, choice)).toBe(false)
  expect(await updateTold(house.db, own, mine.id, choice)).toBe(true)
  expect(await row(mine.id)).toMatchObject({ told: 'unanswered', told_of_tests: true })
  expect([await row(theirs.id), await row(left.id)]).toMatchObject([{ told: 'at once' }, { told: 'at once' }])
})

test('accept succeeds once, before the question expires, and only for a person who is still asked', async () => {
  const since = from(-30 * day)
  const [asked, late, left] = [
    await name({ invited_at: from(1 - 30 * day) }),
    await name({ invited_at: since }),
    await name({ ...gone, contact_hash: 'x'.repeat(64) }),
  ]
  expect(await accept(house.db, asked.id, since, now)).toBe(true)
  expect(await accept(house.db, asked.id, since, from(1))).toBe(false)
  expect(await accept(house.db, late.id, since, now)).toBe(false)
  expect(await accept(house.db, left.id, since, now)).toBe(false)
  const said = [await row(asked.id), await row(late.id), await row(left.id)].map(({ accepted_at }) => accepted_at)
  expect(said).toEqual([now, null, null])
  expect(await readByLink(house.db, asked.link)).toMatchObject({ id: asked.id, memberId: own, acceptedAt: now })
  expect(await readByLink(house.db, left.link)).toBeUndefined()
})

test('endPeople ends only whom it names, by id and member or by contact; unanswered questions end when they expire', async () => {
  const phone = newPhone()
  const [one, two, same, also] = [
    await name({ accepted_at: now, name: 'Etta' }),
    await name({ name: 'Tvåa' }),
    await name({ phone, name: 'Trea' }),
    await name({ phone, member_id: other, name: 'Fyra' }),
  ]
  expect(await endPeople(house.db, { id: two.id, memberId: other }, 'member', now)).toEqual([])
  expect(await endPeople(house.db, { id: one.id, memberId: own }, 'member', now)).toEqual([
    expect.objectContaining({ memberId: own, name: 'Etta', wasIn: true }),
  ])
  expect(await row(one.id)).toMatchObject({ name: '', phone: null, ended_at: now, ended_by: 'member' })
  const both = await endPeople(house.db, { contactHash: same.hash }, 'person', now)
  expect(both.map(({ name, wasIn }) => [name, wasIn]).toSorted()).toEqual([
    ['Fyra', false],
    ['Trea', false],
  ])
  expect(await row(also.id)).toMatchObject({ ended_by: 'person' })
  expect((await readCircle(house.db, own)).map(({ name }) => name)).toEqual(['Tvåa'])

  await name({ name: 'I tid', invited_at: from(60_000 - 30 * day) })
  await name({ name: 'För länge sedan', invited_at: from(-30 * day) })
  await name({ name: 'Sa ja då', invited_at: from(-40 * day), accepted_at: from(-39 * day) })
  expect(await endUnansweredQuestions(house)).toBe(1)
  expect((await readCircle(house.db, own)).map(({ name }) => name)).toEqual(['Tvåa', 'I tid', 'Sa ja då'])
})

test('endPeople erases name, number and words in an alarm of the one who leaves, and of nobody else', async () => {
  const alarm_id = await placeAlarm(house, now, { reported_by: own })
  const tell = async (called: string) => {
    const { id: circle_id, phone } = await name({ name: called, accepted_at: now })
    const recipient = { alarm_id, role: 'circle' as const, circle_id, name: called, phone, created_at: now }
    const { id } = await house.db
      .insertInto('alarm_recipients')
      .values({ id: randomUUID(), link_hash: randomUUID(), ...recipient })
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivery = { alarm_id, recipient_id: id, channel: 'sms' as const, kind: 'call' as const, round: 1 }
    await house.db
      .insertInto('alarm_deliveries')
      .values({ ...delivery, state: 'sent', words: `Hej ${called}`, due_at: now, is_test: false, created_at: now })
      .execute()
    return circle_id
  }
  const [leaves] = [await tell('Etta'), await tell('Tvåa')]
  await endPeople(house.db, { id: leaves }, 'person', now)
  const told = await house.db
    .selectFrom('alarm_recipients')
    .innerJoin('alarm_deliveries', 'recipient_id', 'alarm_recipients.id')
    .select(['name', 'words'])
    .where('alarm_recipients.alarm_id', '=', alarm_id)
    .orderBy('name')
    .execute()
  expect(told).toEqual([
    { name: '', words: null },
    { name: 'Tvåa', words: 'Hej Tvåa' },
  ])
})

test('readFollowedBy returns the members whose circle has the number now', async () => {
  const phone = newPhone()
  await name({ phone, name: 'Mamma', accepted_at: now })
  await name({ phone, member_id: other, name: 'Grannen' })
  await name({ ...gone, contact_hash: hashOfContact({ phone, email: null }) })
  await name({ name: 'Annan' })
  expect(await readFollowedBy(house.db, phone)).toEqual([
    { memberId: own, name: 'Mamma', acceptedAt: now },
    { memberId: other, name: 'Grannen', acceptedAt: null },
  ])
})

test('readCircleCallees returns those who said yes and are to be told then, and for a test those told of tests', async () => {
  const yes = { accepted_at: now }
  await name({ ...yes, name: 'Genast' })
  await name({ ...yes, name: 'Sedan', told: 'unanswered', told_of_tests: true })
  await name({ name: 'Ej svarat' })
  await name({ ...gone, ...yes, contact_hash: 'x'.repeat(64) })
  await name({ ...yes, member_id: other, name: 'Annans', email: 'a@exempel.se', phone: null })
  const names = async (members: string[], told: ('at once' | 'unanswered')[], isTest = false) =>
    (await readCircleCallees(house.db, members, { isTest, told })).map(({ name }) => name)
  expect(await names([own], ['at once'])).toEqual(['Genast'])
  expect(await names([own], ['at once', 'unanswered'])).toEqual(['Genast', 'Sedan'])
  expect(await names([own, other], ['at once'], true)).toEqual(['Sedan'])
  expect(await names([own, other], ['at once'])).toEqual(['Genast', 'Annans'])
  expect(await names([], ['at once'])).toEqual([])
})

test('readTold lists those told of the open alarm, and whether their message was sent, is leaving or failed', async () => {
  const alarm = (given: object = {}) => placeAlarm(house, now, { reported_by: own, ...given })
  const tell = async (
    alarm_id: string,
    called: string,
    state: 'sent' | 'delivered' | 'queued' | 'sending' | 'failed',
    given: object = {},
  ) => {
    const circle = await name({ accepted_at: now })
    const recipient = {
      alarm_id,
      role: 'circle' as const,
      circle_id: circle.id,
      name: called,
      phone: circle.phone,
      created_at: now,
    }
    const { id } = await house.db
      .insertInto('alarm_recipients')
      .values({ id: randomUUID(), link_hash: randomUUID(), ...recipient, ...given })
      .returning('id')
      .executeTakeFirstOrThrow()
    const delivery = { alarm_id, recipient_id: id, channel: 'sms' as const, kind: 'call' as const, round: 1, state }
    await house.db
      .insertInto('alarm_deliveries')
      .values({ ...delivery, due_at: now, is_test: false, created_at: now })
      .execute()
  }
  const open = await alarm()
  await tell(open, 'Framme', 'delivered')
  await tell(open, 'Väntar', 'queued')
  await tell(open, 'Skickat', 'sent')
  await tell(open, 'På väg', 'sending')
  await tell(open, 'Inte framme', 'failed')
  await tell(open, '', 'sent')
  await tell(open, 'Väktaren', 'sent', { role: 'member', circle_id: null, profile_id: own })
  await tell(await alarm({ status: 'cancelled', closed_at: now }), 'Över', 'sent')
  await tell(await alarm({ is_test: true }), 'Test', 'sent')
  await tell(await alarm({ reported_by: other }), 'Annans', 'sent')
  const told = await readTold(house.db, own)
  expect(told.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'Framme', word: 'sent' },
    { name: 'Inte framme', word: 'lost' },
    { name: 'På väg', word: 'leaving' },
    { name: 'Skickat', word: 'sent' },
    { name: 'Väntar', word: 'leaving' },
  ])
})
