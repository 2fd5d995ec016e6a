import { describe, expect, test } from 'vitest'
import { markPaid } from '~/payments/desk/mark-paid.server'
import { dayOf, daysAfter } from '~/shared/time'
import { poison } from '../../../test/support/held'
import { holdWakes, useHouse } from '../../../test/support/house'
import {
  expectBooksToBalance,
  expectEventsToExplain,
  letDaysPass,
  openChargesOf,
  payFor,
} from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { addMonths } from '../free-period'
import { giveFreeMonths } from '../give-free-months.server'
import { leaveMembership, returnToMembership, stayMember, withdraw } from './change-course.server'
import { extend } from './extend-by-payment.server'
import type { Course } from './keep-course.server'
import { runMemberships } from './run-memberships.server'

const house = useHouse()
holdWakes(house)

const idOf = ({ signedIn }: Resident) => signedIn.person.id
const standing = async (member: Resident) => {
  const row = await house.db
    .selectFrom('profiles')
    .innerJoin('memberships', 'memberships.profile_id', 'profiles.id')
    .select(['member_status as status', 'covered_until as until', 'ended_because as because'])
    .where('profiles.id', '=', idOf(member))
    .executeTakeFirstOrThrow()
  return row
}
const today = () => dayOf(house.clock.now())

const passDays = (days: number) => letDaysPass(house, days)
const subjects = async (member: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === member.email).map(({ subject }) => subject)

const why = async (member: Resident) =>
  (
    await house.db
      .selectFrom('member_events')
      .select('why')
      .where('member_id', '=', idOf(member))
      .orderBy('id')
      .execute()
  ).map((event) => event.why)

describe('in a postcode that has not opened', () => {
  const there = { code: '19999', name: 'Provby', state: 'planned' as const }

  test('a member gets each month free and no mails, and has at least a week’s notice when it opens', async () => {
    const member = await joinAsMember(house, { postcode: there.code })
    await house.deliver()
    await passDays(100)
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    expect(await subjects(member)).toEqual([])
    expect((await standing(member)).status).toBe('free')
    const given = house.db.selectFrom('given_months').select('months').where('member_id', '=', idOf(member))
    const months = (await given.execute()).map((gift) => gift.months)
    expect([months.length >= 3, new Set(months)]).toEqual([true, new Set([1])])
    await house.db
      .insertInto('postcodes')
      .values({ ...there, state: 'open' })
      .execute()
    const { until } = await standing(member)
    expect(until >= daysAfter(today(), 7)).toBe(true)
    await passDays(30)
    expect(await subjects(member)).toContainEqual(expect.stringMatching(/^Dags för nästa månad/))
    expect((await standing(member)).status).not.toBe('ended')
  })

  test('an open charge is struck when the postcode closes, and returning costs nothing', async () => {
    const code = '19998'
    await house.db.insertInto('postcodes').values({ code, name: 'Provby', state: 'open' }).execute()
    const member = await joinAsMember(house, { postcode: code })
    await passDays(33)
    expect(await standing(member)).toMatchObject({ status: 'past_due' })
    await house.db.updateTable('postcodes').set({ state: 'closed' }).where('code', '=', code).execute()
    await passDays(8)
    expect(await standing(member)).toMatchObject({ status: 'free' })
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    await passDays(40)
    expect(await standing(member)).toMatchObject({ status: 'ended' })
    expect(valueFrom(await returnToMembership(house, member.signedIn))).toEqual({ payAt: null })
    expect(await standing(member)).toMatchObject({ status: 'free' })
    await expectEventsToExplain(house.db)
  })
})

describe('a trial', () => {
  test('that is not paid gets two reminders, becomes past due, is warned, and ends after the grace period', async () => {
    const member = await joinAsMember(house)
    await house.deliver()
    await passDays(22)
    expect(await subjects(member)).toEqual([])
    await passDays(1)
    expect(await subjects(member)).toEqual([expect.stringMatching(/^Provperioden slutar \d/)])
    const [charge] = await openChargesOf(house.db, { memberId: idOf(member) })
    expect(charge).toMatchObject({ gross_cents: 39_00, vat_cents: 7_80, due_on: daysAfter(today(), 7) })
    await passDays(6)
    expect(await subjects(member)).toEqual(['Provperioden slutar i morgon'])
    expect((await standing(member)).status).toBe('trial')
    await passDays(1)
    expect((await standing(member)).status).toBe('past_due')
    expect(await subjects(member)).toEqual(['Medlemsavgiften har inte kommit in'])
    await passDays(7)
    expect(await subjects(member)).toEqual(['En vecka kvar att betala medlemsavgiften'])
    await passDays(7)
    expect(await standing(member)).toMatchObject({ status: 'ended', because: 'unpaid' })
    expect(await subjects(member)).toEqual(['Ditt medlemskap är avslutat'])
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    expect(await why(member)).toEqual(['joined', 'month unpaid', 'unpaid'])
    await passDays(60)
    expect(await subjects(member)).toEqual([])
  })

  test('paid before it ends becomes active, and continues month by month', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    const trialEnd = daysAfter(today(), 30)
    await passDays(25)
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    expect(await standing(member)).toMatchObject({ status: 'trial', until: addMonths(trialEnd, 1) })
    await passDays(5)
    expect((await standing(member)).status).toBe('active')
    // The paid month has only begun: nothing is asked for yet.
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    expect(await why(member)).toEqual(['joined', 'month paid', 'trial is over'])
    await house.deliver()
    for (let month = 2; month < 5; month++) {
      await passDays(26)
      expect(await openChargesOf(house.db, { memberId: idOf(member) })).toHaveLength(1)
      await payFor(house, admin.signedIn, { memberId: idOf(member) })
      expect(await standing(member)).toMatchObject({ status: 'active', until: addMonths(trialEnd, month) })
      await passDays(4)
    }
    await expectBooksToBalance(house.db)
  })

  test('that ended while the chore stood still for half a year becomes past due first, with a full grace period', async () => {
    const member = await joinAsMember(house)
    house.clock.forward({ days: 180 })
    await house.deliver()
    await runMemberships(house)
    expect((await standing(member)).status).toBe('past_due')
    expect(await subjects(member)).toEqual(['Medlemsavgiften har inte kommit in'])
    await passDays(13)
    expect((await standing(member)).status).toBe('past_due')
    await passDays(1)
    expect((await standing(member)).status).toBe('ended')
  })
})

describe('an unpaid month', () => {
  test('paid in the grace period counts from the day it was due', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    const trialEnd = daysAfter(today(), 30)
    await passDays(39)
    expect((await standing(member)).status).toBe('past_due')
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    expect(await standing(member)).toMatchObject({ status: 'active', until: addMonths(trialEnd, 1) })
  })

  test('paid after the membership ended brings the member back from that day', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    await passDays(23)
    const [asked] = await openChargesOf(house.db, { memberId: idOf(member) })
    await passDays(40)
    expect((await standing(member)).status).toBe('ended')
    valueFrom(await markPaid(house, admin.signedIn, { charges: asked?.id ?? '' }))
    expect(await standing(member)).toMatchObject({ status: 'active', until: addMonths(today(), 1) })
  })
})

test('a month that was struck and is paid all the same leaves no other one to pay', async () => {
  const admin = await joinAsAdmin(house)
  const [member, neighbour] = [await joinAsMember(house), await joinAsMember(house)]
  await passDays(23)
  const [first] = await openChargesOf(house.db, { memberId: idOf(member) })
  await passDays(40)
  const { payAt } = valueFrom(await returnToMembership(house, member.signedIn))
  valueFrom(await returnToMembership(house, neighbour.signedIn))
  expect(payAt).not.toBe(first?.id)
  valueFrom(await markPaid(house, admin.signedIn, { charges: first?.id ?? '' }))
  expect(await standing(member)).toMatchObject({ status: 'active', until: addMonths(today(), 1) })
  expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
  expect(await openChargesOf(house.db, { memberId: idOf(neighbour) })).toHaveLength(1)
})

describe('given months', () => {
  test('strike the open charge, and the next month is charged when they end', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    await passDays(25)
    const given = { months: 2, source: 'points' as const, key: `test ${idOf(member)}`, now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, idOf(member), given))
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    const { until, status } = await standing(member)
    expect(status).toBe('free')
    await passDays(50)
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
    await house.deliver()
    await passDays(15)
    // The reminders count per covered period: this member was reminded of the trial's end, and is reminded of the new
    // end too.
    expect(await subjects(member)).toContainEqual(expect.stringMatching(/^Dags för nästa månad/))
    expect((await openChargesOf(house.db, { memberId: idOf(member) }))[0]?.due_on).toBe(until)
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    expect(await standing(member)).toMatchObject({ until: addMonths(until, 1) })
  })

  test('bring an ended member back', async () => {
    const member = await joinAsMember(house)
    await passDays(45)
    expect((await standing(member)).status).toBe('ended')
    const given = { months: 1, source: 'admin' as const, key: `back ${idOf(member)}`, now: house.clock.now() }
    await house.db.transaction().execute((trx) => giveFreeMonths(trx, idOf(member), given))
    expect(await standing(member)).toMatchObject({ status: 'free', until: addMonths(today(), 1) })
  })
})

describe('a paid month', () => {
  const course: Course = {
    ...{ memberId: 'm', trialEndsOn: '2027-01-31', freeUntil: null, contractOn: '2027-01-31' },
    ...{ member: {} as Course['member'], isPaused: false, isAreaOpen: true, paysByCard: false },
    ...{ leavingSince: null, pastDueOn: null, endedOn: null, endedBecause: null, reminded: 2 },
    ...{ coveredUntil: '2027-02-28', billingDay: 31 },
  }

  test.each([
    ['the 31st is the 31st again after February', {}, '2027-03-31', 31],
    ['the 30th is the 30th again after February', { billingDay: 30 }, '2027-03-30', 30],
    ['an ordinary day is kept', { coveredUntil: '2027-03-15', billingDay: 15 }, '2027-04-15', 15],
    [
      'the first payment sets it to the day that is covered until',
      { coveredUntil: '2027-03-09', billingDay: null },
      '2027-04-09',
      9,
    ],
    ['free months that end on another day of the month change it', { coveredUntil: '2027-03-10' }, '2027-04-10', 10],
    ['also when they end on the last day of a month', { billingDay: 15 }, '2027-03-28', 28],
    ['a returning member gets today’s', { coveredUntil: '2027-02-10', endedOn: '2027-02-17' }, '2027-04-05', 5],
    ['a paused member gets today’s', { coveredUntil: '2027-02-10', isPaused: true }, '2027-04-05', 5],
    ['a returning member with days left', { coveredUntil: '2027-03-09', endedOn: '2027-02-17' }, '2027-04-09', 9],
  ] as const)('covers until the right billing day: %s', (_, given, until, billingDay) => {
    const { month, after } = extend({ ...course, ...given }, '2027-03-05')
    expect([month.until, after.coveredUntil, after.billingDay, after.reminded]).toEqual([until, until, billingDay, 0])
  })

  test.each([
    ['is the first one', { billingDay: null }, '2027-03-05', null],
    ['brings a member back', { endedOn: '2027-02-17', leavingSince: new Date() }, '2027-03-05', null],
    ['is one of several', { leavingSince: new Date('2027-03-01') }, '2027-01-31', new Date('2027-03-01')],
  ])('that %s sets the contract day and the leaving flag', (_, given, contractOn, leavingSince) => {
    expect(extend({ ...course, ...given }, '2027-03-05').after).toMatchObject({ contractOn, leavingSince })
  })
})

describe('leaving', () => {
  test('needs confirmation, is mailed once, and ends the membership after the covered time', async () => {
    const member = await joinAsMember(house)
    expect(refusalFrom(await leaveMembership(house, member.signedIn, {})).fields).toHaveProperty('sure')
    await house.deliver()
    house.told.length = 0
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    expect(house.told).toEqual([{ to: [`person:${idOf(member)}`, 'admin'], about: 'payments' }])
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    expect(await subjects(member)).toEqual(['Kvitto på din uppsägning'])
    expect((await standing(member)).status).toBe('trial')
    await passDays(31)
    expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
    expect(await subjects(member)).toEqual(['Ditt medlemskap är avslutat'])
  })

  test('can be taken back by staying', async () => {
    const member = await joinAsMember(house)
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    valueFrom(await stayMember(house, member.signedIn))
    await house.deliver()
    await passDays(25)
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toHaveLength(1)
    expect(await subjects(member)).toEqual([expect.stringMatching(/^Provperioden slutar \d/)])
  })

  test('ends a past-due membership at once, and nothing is owed', async () => {
    const member = await joinAsMember(house)
    await passDays(33)
    valueFrom(await leaveMembership(house, member.signedIn, { sure: 'on' }))
    expect(await standing(member)).toMatchObject({ status: 'ended', because: 'left' })
    expect(await openChargesOf(house.db, { memberId: idOf(member) })).toEqual([])
  })
})

describe('the right of withdrawal', () => {
  test('refunds everything within fourteen days of the first payment, with one credit note', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    await passDays(25)
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    await passDays(14)
    await house.deliver()
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
    expect(await standing(member)).toMatchObject({ status: 'ended', because: 'withdrawn' })
    const [mail] = (await house.deliver()).filter(({ recipient }) => recipient === member.email)
    expect(mail?.subject).toBe('Bekräftelse: du har ångrat avtalet')
    expect(mail?.text).toContain('Du får tillbaka 39\u00a0kr')
    const credits = await house.db
      .selectFrom('receipts')
      .select(['gross_cents', 'kind'])
      .where('member_id', '=', idOf(member))
      .orderBy('number')
      .execute()
    expect(credits).toEqual([
      { gross_cents: 39_00, kind: 'receipt' },
      { gross_cents: -39_00, kind: 'credit' },
    ])
    await expectBooksToBalance(house.db)
  })

  test('is over on the fifteenth day', async () => {
    const member = await joinAsMember(house)
    await passDays(15)
    expect(refusalFrom(await withdraw(house, member.signedIn, { sure: 'on' })).message).toContain('14 dagar')
    expect((await standing(member)).status).toBe('trial')
  })

  test('is open again after returning, which is free while days are left and else costs a month', async () => {
    const admin = await joinAsAdmin(house)
    const member = await joinAsMember(house)
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
    expect(valueFrom(await returnToMembership(house, member.signedIn)).payAt).toBeNull()
    expect((await standing(member)).status).toBe('trial')
    await passDays(50)
    expect((await standing(member)).status).toBe('ended')
    const { payAt } = valueFrom(await returnToMembership(house, member.signedIn))
    expect((await openChargesOf(house.db, { memberId: idOf(member) })).map(({ id, due_on }) => [id, due_on])).toEqual([
      [payAt, daysAfter(today(), 10)],
    ])
    expect((await standing(member)).status).toBe('ended')
    await payFor(house, admin.signedIn, { memberId: idOf(member) })
    expect(await standing(member)).toMatchObject({ status: 'active', until: addMonths(today(), 1) })
    // Returning makes a new contract, with fourteen days to withdraw again.
    valueFrom(await withdraw(house, member.signedIn, { sure: 'on' }))
  })
})

test('after all tests above every status change has an event and the books balance', async () => {
  await expectEventsToExplain(house.db)
  await expectBooksToBalance(house.db)
})

test('a member whose step cannot be taken holds up none of the others', async () => {
  const members = [await joinAsMember(house), await joinAsMember(house), await joinAsMember(house)]
  house.clock.forward({ days: 25 })
  const [broken, ...fine] = members.map(idOf) as [string, string, string]
  const cure = await poison(house, { before: 'insert', on: 'charges', when: `new.member_id = '${broken}'` })
  await expect(runMemberships(house)).rejects.toThrow('not this one')
  const asked = async (memberId: string) => (await openChargesOf(house.db, { memberId })).length
  expect(await Promise.all([broken, ...fine].map(asked))).toEqual([0, 1, 1])
  await cure()
  await runMemberships(house)
  expect(await asked(broken)).toBe(1)
})
