import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { registerBrowser } from '~/notifications/public.server'
import {
  alarmRow,
  historyOf,
  nameOne,
  openNeighbourhood,
  press,
  secretTo,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { newPhone, newPostcode } from '../../../test/support/guards'
import { behind, whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  block,
  joinAsCompany,
  joinAsMember,
  newBrowser,
  provePhoneOf,
  type Resident,
} from '../../../test/support/people'
import { saySafe } from '../raise/say-safe.server'
import { findIncidents } from '../watch/audit-store.server'
import { carryOutWalks, forgetOldWalks } from './carry-out-walks.server'
import { endWalk, endWalkByLink, readWalkQuestion } from './end-walk.server'
import { extendWalk } from './extend-walk.server'
import { placeWalk, shareWalk } from './place-walk.server'
import { readWalkPage, startWalk } from './start-walk.server'
import { endWalkWell, lockDueWalk } from './walk-store.server'

const house = useHouse()
// Due walks are handled for all members at once, so each test starts without those of earlier tests.
beforeEach(async () => {
  await house.db.deleteFrom('walks').execute()
})

const here = { latitude: '59.27', longitude: '18.01', accuracy: '12' }

/** A member with a verified number, in an open area with a guard on duty. */
async function open() {
  const postcode = newPostcode()
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Provby', state: 'open' }).execute()
  const area = await openNeighbourhood(house, postcode)
  const phone = newPhone()
  await house.db.updateTable('profiles').set({ phone }).where('id', '=', area.member.signedIn.person.id).execute()
  await provePhoneOf(house, area.member)
  return { ...area, ownPhone: phone }
}

const start = (member: Resident, values: Record<string, string> = {}) =>
  startWalk(house, member.signedIn, { key: randomUUID(), minutes: '30', ...values })
const rowOf = (member: Resident) =>
  house.db
    .selectFrom('walks')
    .selectAll()
    .where('member_id', '=', member.signedIn.person.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const alarmsOf = (member: Resident) =>
  house.db.selectFrom('safety_alarms').selectAll().where('reported_by', '=', member.signedIn.person.id).execute()

/** Runs a walk until the question has been asked and the time to answer has passed. */
async function runOut(values: Record<string, string> = {}) {
  const area = await open()
  valueFrom(await start(area.member, values))
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  house.clock.forward({ minutes: 5 })
  return area
}

test('a member who does not answer is asked at the set time, and the alarm is raised five minutes later', async () => {
  const { member, ownPhone, phone } = await open()
  const watcher = await nameOne(house, member)
  valueFrom(await start(member, { position: 'on' }))
  expect(await placeWalk(house, member.signedIn, here)).toEqual({ goesOn: true })
  house.clock.forward({ minutes: 29 })
  expect(await carryOutWalks(house)).toBe(0)
  house.clock.forward({ minutes: 1 })
  expect(await carryOutWalks(house)).toBe(1)
  const mails = await house.deliver()
  expect(textsTo(house, ownPhone).at(-1)).toMatch(
    /^Är du hemma\? Svara här före kl\. \d\d\.\d\d, annars larmar vi\. .*\/hemma\?nyckel=/,
  )
  expect(mails.map(({ subject }) => subject)).toContain('Är du hemma?')
  expect(mails.find(({ subject }) => subject === 'Är du hemma?')?.text).not.toContain('nyckel')
  expect(await alarmsOf(member)).toEqual([])
  house.clock.forward({ minutes: 4 })
  expect(await carryOutWalks(house)).toBe(0)
  house.clock.forward({ minutes: 1 })
  expect(await carryOutWalks(house)).toBe(1)
  expect(await carryOutWalks(house)).toBe(0)

  const [alarm] = await alarmsOf(member)
  expect(alarm).toMatchObject({ origin: 'walk', status: 'new', is_test: false })
  expect(alarm?.message).toMatch(/^Följ mig hem: har inte kommit hem\. Skulle vara hemma kl\. \d\d\.\d\d\.$/)
  expect(await historyOf(house.db, alarm?.id ?? '')).toEqual(['raised', 'called'])
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/Följ mig hem: har inte kommit hem/)
  expect(textsTo(house, phone).join()).not.toMatch(/59\.27|Eva/)
  expect(textsTo(house, watcher.phone).at(-1)).toMatch(
    /^Eva har inte kommit hem i tid, och larmet har gått\. Ingen har tagit/,
  )
  // The position has moved to the alarm, and the walk no longer has it.
  const where = await house.db
    .selectFrom('alarm_positions')
    .selectAll()
    .where('alarm_id', '=', alarm?.id ?? '')
    .execute()
  expect(where).toMatchObject([{ latitude: 59.27, longitude: 18.01, accuracy_m: 12 }])
  expect(await rowOf(member)).toMatchObject({
    state: 'raised',
    alarm_id: alarm?.id,
    latitude: null,
    positioned_at: null,
  })
  expect((await house.deliver()).map(({ subject }) => subject)).toContain('Larmet har gått')

  // Called off like any other alarm.
  valueFrom(await saySafe(house, member.signedIn, alarm?.id ?? ''))
  expect(await alarmRow(house.db, alarm?.id ?? '')).toMatchObject({ status: 'cancelled' })
})

test.each([
  ['before the stated time', 10],
  ['after being asked', 32],
])('saying home %s raises no alarm and deletes the position at once', async (_, minutes) => {
  const { member } = await open()
  valueFrom(await start(member, { position: 'on' }))
  await placeWalk(house, member.signedIn, here)
  house.clock.forward({ minutes })
  await carryOutWalks(house)
  valueFrom(await endWalk(house, member.signedIn, 'home'))
  valueFrom(await endWalk(house, member.signedIn, 'home'))
  expect(await rowOf(member)).toMatchObject({ state: 'home', latitude: null, longitude: null, positioned_at: null })
  expect(await placeWalk(house, member.signedIn, here)).toEqual({ goesOn: false })
  house.clock.forward({ hours: 2 })
  expect(await carryOutWalks(house)).toBe(0)
  expect(await alarmsOf(member)).toEqual([])
})

test('a member who is blocked on the way is still asked by SMS, and the link ends the walk without an alarm', async () => {
  const { member, ownPhone } = await open()
  valueFrom(await start(member))
  await block(house, member, house.clock.now())
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  await house.deliver()
  valueFrom(await endWalkByLink(house, secretTo(house, ownPhone)))
  house.clock.forward({ minutes: 10 })
  expect(await carryOutWalks(house)).toBe(0)
  expect(await alarmsOf(member)).toEqual([])
})

test('the question and the alarm are pushed to each of the member’s browsers, also in quiet hours', async () => {
  const { member } = await open()
  const browserOf = async ({ visitor, signedIn }: Resident) => {
    const owner = { kind: 'person', id: signedIn.person.id } as const
    expect((await registerBrowser(house, visitor, owner, newBrowser())).ok).toBe(true)
  }
  for (const one of [member, member, await joinAsMember(house)]) await browserOf(one)
  valueFrom(await start(member))
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  house.clock.forward({ minutes: 5 })
  await carryOutWalks(house)
  const pushed = await house.db
    .selectFrom('outbox_messages')
    .select(['kind', 'subject', 'body_text', 'path', 'quiet', 'person_id', 'recipient'])
    .where('channel', '=', 'push')
    .orderBy('id')
    .execute()
  const [asked, told] = [pushed.slice(0, 2), pushed.slice(2)]
  const to = { person_id: member.signedIn.person.id, quiet: false }
  const question = { ...to, kind: 'walk reminder', subject: 'Är du hemma?', path: '/dashboard/customer/safety/walk' }
  const alarm = { ...to, kind: 'walk alarm', subject: 'Larmet har gått', path: '/dashboard/customer/safety' }
  expect(asked).toMatchObject([question, question])
  expect(told).toMatchObject([alarm, alarm])
  for (const both of [asked, told]) expect(new Set(both.map(({ recipient }) => recipient)).size).toBe(2)
  expect(JSON.stringify(pushed)).not.toContain('nyckel')
})

test('the link in the question ends that walk, and not a later one', async () => {
  const { member, ownPhone } = await open()
  valueFrom(await start(member))
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  await house.deliver()
  const secret = secretTo(house, ownPhone)
  expect(JSON.stringify(await rowOf(member))).not.toContain(secret)
  expect(await readWalkQuestion(house, secret)).toMatchObject({ state: 'asked' })
  valueFrom(await endWalkByLink(house, secret))
  expect(await readWalkQuestion(house, secret)).toMatchObject({ state: 'home' })
  // The link of an ended walk has no effect on a new one.
  valueFrom(await start(member))
  valueFrom(await endWalkByLink(house, secret))
  expect(await rowOf(member)).toMatchObject({ state: 'walking' })
  expect(await endWalkByLink(house, 'x')).toEqual({ ok: false, end: 'not there' })
  expect(await readWalkQuestion(house, '')).toBeNull()
})

test('the question is not sent by SMS to an unverified number', async () => {
  const { member } = await open()
  const id = member.signedIn.person.id
  await house.db.updateTable('profiles').set({ phone_verified_at: null }).where('id', '=', id).execute()
  valueFrom(await start(member))
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  expect((await house.deliver()).map(({ subject }) => subject)).toContain('Är du hemma?')
  expect(house.texted.sent).toEqual([])
})

test('more time postpones the question, also after it has been asked', async () => {
  const { member } = await open()
  valueFrom(await start(member))
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  valueFrom(await extendWalk(house, member.signedIn, { minutes: '15' }))
  expect(await rowOf(member)).toMatchObject({ state: 'walking', asked_at: null })
  house.clock.forward({ minutes: 14 })
  expect(await carryOutWalks(house)).toBe(0)
  house.clock.forward({ minutes: 1 })
  expect(await carryOutWalks(house)).toBe(1)
  expect(await rowOf(member)).toMatchObject({ state: 'asked' })
  expect(refusalFrom(await extendWalk(house, member.signedIn, { minutes: '700' })).title).toBe('Tiden är inte ändrad')
})

test('starting twice keeps one walk, and a cancelled walk cannot be extended', async () => {
  const { member } = await open()
  const key = randomUUID()
  valueFrom(await start(member, { key }))
  const { id } = await rowOf(member)
  valueFrom(await start(member, { key, minutes: '60' }))
  valueFrom(await start(member, { minutes: '60' }))
  expect((await rowOf(member)).id).toBe(id)
  valueFrom(await endWalk(house, member.signedIn, 'cancelled'))
  expect(await rowOf(member)).toMatchObject({ state: 'cancelled' })
  expect(await extendWalk(house, member.signedIn, { minutes: '15' })).toEqual({ ok: false, end: 'not there' })
})

test('a start form sent again after its walk has ended is refused, and does not say that the member is followed', async () => {
  const { member } = await open()
  const key = randomUUID()
  valueFrom(await start(member, { key }))
  valueFrom(await endWalk(house, member.signedIn, 'home'))
  const again = refusalFrom(await start(member, { key }))
  expect(again.title).toBe('Vi följer dig inte än')
  expect(again.message).toContain('är redan avslutad')
  expect((await readWalkPage(house, member.signedIn)).walk).toBeNull()
  // Another tab has begun a new one meanwhile: the member is followed.
  valueFrom(await start(member))
  valueFrom(await start(member, { key }))
})

test('starting a walk is refused with the reason in an area that is not open, and to a company', async () => {
  const member = await joinAsMember(house, { postcode: newPostcode() })
  expect((await readWalkPage(house, member.signedIn)).whyNot).toMatch(/inte öppnat/)
  expect(refusalFrom(await start(member)).message).toMatch(/inte öppnat/)
  await expect(start(await joinAsCompany(house))).rejects.toThrow('not allowed')
})

test.each([
  ['minutes', ''],
  ['minutes', '7'],
  ['clock', '24:99'],
])('an invalid time is refused at its field: %s %j', async (field, typed) => {
  const { member } = await open()
  expect(Object.keys(refusalFrom(await start(member, { [field]: typed })).fields)).toEqual([field])
})

test('a position is stored only while the member shares it, and deleted when they stop', async () => {
  const { member } = await open()
  valueFrom(await start(member))
  expect(await placeWalk(house, member.signedIn, here)).toEqual({ goesOn: false })
  valueFrom(await shareWalk(house, member.signedIn, true))
  expect(await placeWalk(house, member.signedIn, { latitude: 'x', longitude: '1' })).toEqual({ goesOn: false })
  expect(await placeWalk(house, member.signedIn, here)).toEqual({ goesOn: true })
  expect(await rowOf(member)).toMatchObject({ latitude: 59.27 })
  valueFrom(await shareWalk(house, member.signedIn, false))
  expect(await rowOf(member)).toMatchObject({ latitude: null, positioned_at: null, shares_position: false })
})

test('a walk that is not answered joins an alarm that is already open', async () => {
  const { member } = await open()
  valueFrom(await start(member))
  const { alarmId } = await press(house, member)
  house.clock.forward({ minutes: 30 })
  await carryOutWalks(house)
  house.clock.forward({ minutes: 5 })
  await carryOutWalks(house)
  expect(await rowOf(member)).toMatchObject({ state: 'raised', alarm_id: alarmId })
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ urgency: 2 })
})

test('two processes raise one alarm, and a walk locked by one is skipped by the other', async () => {
  const { member } = await runOut()
  await Promise.all([carryOutWalks(house), carryOutWalks(house)])
  expect(await alarmsOf(member)).toHaveLength(1)
  const { member: other } = await runOut()
  const now = house.clock.now()
  await whileKept(
    house.db,
    (db) => lockDueWalk(db, now, []),
    async (db, kept) => {
      expect(kept).toMatchObject({ memberId: other.signedIn.person.id, state: 'asked' })
      expect(await lockDueWalk(db, now, [])).toBeUndefined()
    },
  )
})

test('a rolled-back transaction raises no alarm, and the next run raises it once', async () => {
  const { member } = await runOut()
  const dying = await house.db.startTransaction().execute()
  expect(await carryOutWalks({ ...house, db: dying })).toBe(1)
  await dying.rollback().execute()
  expect(await alarmsOf(member)).toEqual([])
  expect(await carryOutWalks(house)).toBe(1)
  expect(await alarmsOf(member)).toHaveLength(1)
})

test('‘Hemma’ in a race with the deadline is refused when the alarm was first, and the page says so', async () => {
  const { member } = await runOut()
  const home = await behind(
    house.db,
    (db) => carryOutWalks({ ...house, db }),
    () => endWalk(house, member.signedIn, 'home'),
  )
  expect(refusalFrom(home)).toMatchObject({
    title: 'Larmet har redan gått',
    message: expect.stringMatching(/Jag är trygg/),
  })
  expect(await alarmsOf(member)).toHaveLength(1)
  expect((await readWalkPage(house, member.signedIn)).ended).toMatchObject({ state: 'raised' })
})

test('‘Hemma’ in a race with the deadline raises no alarm when it was first', async () => {
  const { member } = await runOut()
  const memberId = member.signedIn.person.id
  await behind(
    house.db,
    (db) => endWalkWell(db, { memberId }, 'home', house.clock.now()),
    () => carryOutWalks(house),
  )
  expect(await carryOutWalks(house)).toBe(0)
  expect(await alarmsOf(member)).toEqual([])
  expect(await rowOf(member)).toMatchObject({ state: 'home' })
})

test('an answer that is long overdue raises the alarm even if the clock went back', async () => {
  const { member } = await open()
  valueFrom(await start(member))
  house.clock.forward({ hours: 5 })
  await carryOutWalks(house)
  house.clock.forward({ hours: -5 })
  expect(await carryOutWalks(house)).toBe(1)
  expect(await alarmsOf(member)).toHaveLength(1)
})

test('a walk whose alarm is late is an incident', async () => {
  const { member } = await runOut()
  house.clock.forward({ minutes: 1 })
  const { id } = await rowOf(member)
  const found = await findIncidents(house.db, house.clock.now(), { isReported: true })
  expect(found).toContainEqual({ alarmId: null, kind: 'late walk', subject: id })
  await carryOutWalks(house)
})

test('a walk is deleted a day after it has ended', async () => {
  const { member } = await open()
  valueFrom(await start(member))
  valueFrom(await endWalk(house, member.signedIn, 'home'))
  house.clock.forward({ hours: 23 })
  await forgetOldWalks(house)
  expect(await rowOf(member)).toMatchObject({ state: 'home' })
  house.clock.forward({ hours: 2 })
  await forgetOldWalks(house)
  await expect(rowOf(member)).rejects.toThrow()
})
