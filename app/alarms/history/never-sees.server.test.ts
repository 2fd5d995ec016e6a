import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import {
  addPartner,
  alarmRow,
  type Neighbourhood,
  openNeighbourhood,
  press,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { giveOwner, newPostcode, setAreas } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { addNote } from '../answer/add-note.server'
import { closeAlarm } from '../answer/close-alarm.server'
import { lookAtPosition } from '../answer/look-at-position.server'
import { markSeen } from '../answer/mark-seen.server'
import { openLink } from '../answer/open-link.server'
import { mayKeep } from '../answer/part.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { arrive, handBack } from '../engine/follow-up.server'
import { linkToken } from '../engine/links/link-token.server'
import { armReleaseOfUnfit } from '../engine/step-store.server'
import { saySafe } from '../raise/say-safe.server'

const house = useHouse()

/** Ways for a partner to lose the right to an alarm between being called and acting on it. */
const losses: [string, (company: string, guard: string) => Promise<unknown>][] = [
  ['no longer covers the postcode', (company) => setAreas(house, company, [newPostcode()])],
  ['waits for review', (company) => change(company, { review_state: 'waiting' })],
  [
    'has asked for another name',
    (company) =>
      change(company, { review_state: 'waiting', proposed_name: 'Polisen Älvsjö', proposed_org_number: '556016-0680' }),
  ],
  ['has another name than its permit', (company) => change(company, { name: 'Polisen Älvsjö' })],
  ['has a blocked owner', (company) => giveOwner(house, company, { isBlocked: true })],
  ['has an owner whose role is no longer company', (company) => giveOwner(house, company, { role: 'member' })],
  ['is no longer active', (company) => change(company, { security_status: 'pending' })],
  ['is no longer a security partner', (company) => change(company, { is_security_partner: false })],
  ['is hidden', (company) => change(company, { review_state: 'hidden', hidden_reason: 'Prov' })],
  ['is removed', (company) => change(company, { deleted_at: new Date() })],
  [
    'has an expired permit',
    (company) =>
      house.db
        .updateTable('security_partner_records')
        .set({ valid_until: '2020-01-01' })
        .where('company_id', '=', company)
        .execute(),
  ],
  [
    'is a removed guard',
    (_, guard) =>
      house.db
        .updateTable('guards')
        .set({ removed_at: new Date(), phone: null, link_hash: null, on_duty_since: null, on_duty_until: null })
        .where('id', '=', guard)
        .execute(),
  ],
]

const change = (company: string, values: Record<string, unknown>) =>
  house.db.updateTable('companies').set(values).where('id', '=', company).execute()

async function expectEveryDoorClosed({ guard, phone }: Pick<Neighbourhood, 'guard' | 'phone'>, alarmId: string) {
  expect(await takeAlarm(house, guard, alarmId)).toEqual(notThere)
  expect(await arrive(house, guard, alarmId)).toEqual(notThere)
  expect(await handBack(house, guard, alarmId)).toEqual(notThere)
  expect(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' })).toEqual(notThere)
  expect(await addNote(house, guard, alarmId, { message: 'Hej' })).toEqual(notThere)
  expect(await lookAtPosition(house, guard, alarmId)).toEqual(notThere)
  await markSeen(house, guard, alarmId)
  const seen = await house.db.selectFrom('alarm_recipients').select('id').where('seen_at', 'is not', null).execute()
  expect(seen).toEqual([])
  const given = await house.db.selectFrom('alarm_words').select('word').where('phone', '=', phone).executeTakeFirst()
  const reply = { fromPhone: phone, text: `JA ${given?.word ?? '7K'}`, providerId: 'x' }
  expect(await replyBySms(house, reply)).toMatchObject({ isOurs: false })
  const recipients = await house.db
    .selectFrom('alarm_recipients')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .where('company_id', '=', guard.companyId)
    .execute()
  for (const { id } of recipients) expect(await openLink(house, linkToken(house.keys, id))).toBeNull()
}

test.each(losses)('a partner who %s is sent nothing more and gets not found everywhere', async (_, lose) => {
  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member, { latitude: '59.2', longitude: '18.0' })
  await workOff(house)
  expect(textsTo(house, street.phone)).toHaveLength(1)
  await lose(street.companyId, street.guardId)
  await expectEveryDoorClosed(street, alarmId)
  house.clock.forward({ minutes: 6 })
  await workOff(house)
  await press(house, street.member, { message: 'Igen' })
  await workOff(house)
  expect(textsTo(house, street.phone)).toHaveLength(1)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
})

test.each(losses)('a partner who %s before the message leaves is not sent it', async (_, lose) => {
  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member)
  await lose(street.companyId, street.guardId)
  await workOff(house)
  expect(textsTo(house, street.phone)).toEqual([])
  const deliveries = await house.db
    .selectFrom('alarm_deliveries')
    .select(['state', 'reason'])
    .where('alarm_id', '=', alarmId)
    .where('channel', '=', 'sms')
    .execute()
  expect(deliveries).toEqual([{ state: 'withdrawn', reason: 'får inte längre larm' }])
})

test.each(losses)('a taker who %s loses the alarm, and everybody is called again', async (_, lose) => {
  const street = await openNeighbourhood(house)
  const other = await addPartner(house, street.postcode)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  await takeAlarm(house, street.guard, alarmId)
  await lose(street.companyId, street.guardId)
  await armReleaseOfUnfit(house.db, house.clock.now(), mayKeep(house.clock.now()))
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  expect(textsTo(house, other.phone).at(-1)).toMatch(/LARM/)
})

test.each([
  ['is no longer an administrator', { user_role: 'member' as const }],
  ['is blocked', { blocked_at: new Date(), blocked_reason: 'Prov' }],
])('an operator who has the alarm and %s loses it', async (_, loses) => {
  const street = await openNeighbourhood(house)
  const { id } = (await joinAsAdmin(house)).signedIn.person
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  valueFrom(await takeAlarm(house, { kind: 'operator', personId: id }, alarmId))
  const lookOnce = async () => {
    await armReleaseOfUnfit(house.db, house.clock.now(), mayKeep(house.clock.now()))
    await workOff(house)
    return (await alarmRow(house.db, alarmId)).status
  }
  expect(await lookOnce()).toBe('acknowledged')
  await house.db.updateTable('profiles').set(loses).where('id', '=', id).execute()
  expect(await lookOnce()).toBe('new')
  expect(textsTo(house, street.phone).at(-1)).toMatch(/LARM/)
})

test('a partner of another postcode is never told nor let in, and a neighbouring one only once it is widened', async () => {
  const street = await openNeighbourhood(house)
  const nextDoor = await openNeighbourhood(house)
  const farAway = await openNeighbourhood(house)
  for (const code of [street.postcode, nextDoor.postcode]) {
    await house.db.insertInto('postcodes').values({ code, name: 'Prov', state: 'open' }).execute()
  }
  await house.db
    .insertInto('postcode_neighbours')
    .values({ code: street.postcode, neighbour: nextDoor.postcode })
    .execute()
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  for (const stranger of [nextDoor, farAway]) await expectEveryDoorClosed(stranger, alarmId)

  house.clock.forward({ minutes: 2 })
  await workOff(house)
  expect(textsTo(house, nextDoor.phone)[0]).toMatch(/LARM i grannkvarteret/)
  expect((await takeAlarm(house, nextDoor.guard, alarmId)).ok).toBe(true)
  await expectEveryDoorClosed(farAway, alarmId)
  expect(textsTo(house, farAway.phone)).toEqual([])
})

test('another member gets not found when saying safe or adding a note', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const stranger = await joinAsMember(house)
  const actor = { kind: 'member' as const, personId: stranger.signedIn.person.id }
  expect(await saySafe(house, stranger.signedIn, alarmId)).toEqual(notThere)
  expect(await addNote(house, actor, alarmId, { message: 'Hej' })).toEqual(notThere)
})

test('a member who acts as an operator gets not found', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const actor = { kind: 'operator' as const, personId: member.signedIn.person.id }
  expect(await closeAlarm(house, actor, alarmId, { outcome: 'resolved' })).toEqual(notThere)
})

test('taking an alarm that does not exist and taking one that is not theirs are answered alike, with not found', async () => {
  const { guard } = await openNeighbourhood(house)
  const farAway = await openNeighbourhood(house)
  const { alarmId } = await press(house, farAway.member)
  for (const id of [randomUUID(), 'x', "' or 1=1", alarmId]) {
    expect(await takeAlarm(house, guard, id)).toEqual(notThere)
  }
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
})

test('a partner that moves its own address is called in the areas set for it, and nowhere else', async () => {
  const street = await openNeighbourhood(house)
  const elsewhere = newPostcode()
  const stranger = await joinAsMember(house, { postcode: elsewhere })
  await change(street.companyId, { postcode: elsewhere })
  const theirs = await press(house, stranger)
  await workOff(house)
  expect(textsTo(house, street.phone)).toEqual([])
  await expectEveryDoorClosed(street, theirs.alarmId)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  expect(textsTo(house, street.phone)).toHaveLength(1)
  await takeAlarm(house, street.guard, alarmId)
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
})

test('a partner with two neighbouring areas is called once', async () => {
  const street = await openNeighbourhood(house)
  const beside = newPostcode()
  for (const code of [street.postcode, beside]) {
    await house.db.insertInto('postcodes').values({ code, name: 'Prov', state: 'open' }).execute()
  }
  await house.db.insertInto('postcode_neighbours').values({ code: street.postcode, neighbour: beside }).execute()
  await setAreas(house, street.companyId, [street.postcode, beside])
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  expect(textsTo(house, street.phone)).toHaveLength(1)
  const recipients = await house.db
    .selectFrom('alarm_recipients')
    .select('role')
    .where('alarm_id', '=', alarmId)
    .where('guard_id', '=', street.guardId)
    .execute()
  expect(recipients).toEqual([{ role: 'partner' }])
})
