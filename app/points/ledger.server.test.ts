import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteProfile } from '~/accounts/account-store.server'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { earnForBooking, earnForRecruitedCompany, earnForReview } from './earn-points.server'
import type { EntryKind } from './entry'
import { pointsForPaid, pointsToTakeBack } from './points'
import { insertEntry, readEntriesWhole, readPointAccount } from './points-store.server'
import { takeBackForRecruitedCompany } from './take-back.server'

const house = useHouse()
const newMember = async () => (await joinAsMember(house)).signedIn.person.id
const at = new Date('2026-11-20T12:00:00Z')

/** Each booking has a company of its own, so that the limits per pair, tested elsewhere, do not apply. */
const paid = (customerId: string | null, customerPaysOre: number, id: string = randomUUID()) => ({
  id,
  customerId,
  companyId: randomUUID(),
  customerPaysOre,
  serviceTitle: 'Hemstäd',
  completedAt: at,
})

const spend = (personId: string, points: number, eventId: string = randomUUID()) =>
  insertEntry(house.db, { personId, kind: 'free month', eventId, points: -points, about: '', at })

async function expectSumIsBalance(personId: string) {
  const entries = await readEntriesWhole(house.db, personId)
  const { balance, earned } = await readPointAccount(house.db, personId)
  expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(balance)
  const counted = entries.filter(({ kind }) => kind !== 'free month')
  expect(counted.reduce((sum, { points }) => sum + points, 0)).toBe(earned)
}

test('each event gives its points, once', async () => {
  const member = await newMember()
  const [booking, company] = [randomUUID(), randomUUID()]
  const tip = { memberId: member, companyId: company, companyName: 'Lind Städ', at }
  for (const _ of ['once', 'again']) {
    await earnForBooking(house.db, paid(member, 545_90, booking))
    await earnForReview(house.db, {
      bookingId: booking,
      authorId: member,
      companyId: randomUUID(),
      companyName: 'Lind',
      at,
    })
    await earnForRecruitedCompany(house.db, tip)
  }
  expect(await readPointAccount(house.db, member)).toEqual({ balance: 579, earned: 579 })
  expect(await readEntriesWhole(house.db, member)).toMatchObject([
    { kind: 'booking', points: 54, about: 'Hemstäd' },
    { kind: 'review', points: 25 },
    { kind: 'recruited', points: 500 },
  ])
})

test('twenty concurrent completions of a booking give its points once', async () => {
  const member = await newMember()
  const booking = paid(member, 600_00)
  await Promise.all(Array.from({ length: 20 }, () => earnForBooking(house.db, booking)))
  expect(await readPointAccount(house.db, member)).toEqual({ balance: 60, earned: 60 })
})

test('a deleted member and a payment below ten kronor give no points', async () => {
  const member = await newMember()
  await earnForBooking(house.db, paid(null, 600_00))
  await earnForBooking(house.db, paid(member, 9_99))
  expect(await readEntriesWhole(house.db, member)).toEqual([])
  await earnForBooking(house.db, paid(member, 10_00))
  expect(await readEntriesWhole(house.db, member)).toMatchObject([{ points: 1 }])
})

test('one of twenty concurrent attempts spends the last points', async () => {
  const member = await newMember()
  for (const ore of [5_000_00, 400_00]) await earnForBooking(house.db, paid(member, ore))
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => spend(member, 500)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readPointAccount(house.db, member)).toEqual({ balance: 40, earned: 540 })
  await expectSumIsBalance(member)
})

test('the ledger is append-only, and deleted only with the account of its member', async () => {
  const member = await newMember()
  await earnForBooking(house.db, paid(member, 600_00))
  for (const attempt of ['update point_entries set points = 1', 'delete from point_entries', 'truncate point_entries'])
    await expect(sql.raw(attempt).execute(house.db), attempt).rejects.toThrow(/can only be added to|permission denied/)
  // Except for a member who deletes their account: the ledger is deleted with it.
  await deleteProfile(house.db, member)
  expect(await readEntriesWhole(house.db, member)).toEqual([])
})

test('taking back a reward takes what is left of its points, once', async () => {
  const member = await newMember()
  const tip = (companyId: string) => ({ memberId: member, companyId, companyName: 'Lind Städ', at })
  const [first, second] = [randomUUID(), randomUUID()]
  await earnForRecruitedCompany(house.db, tip(first))
  await spend(member, 500)
  await earnForBooking(house.db, paid(member, 700_00))
  expect(await takeBackForRecruitedCompany(house.db, tip(first))).toBe(70)
  expect(await takeBackForRecruitedCompany(house.db, tip(first)), 'once').toBeNull()
  await earnForRecruitedCompany(house.db, tip(second))
  expect(await takeBackForRecruitedCompany(house.db, tip(second))).toBe(500)
  expect(await readPointAccount(house.db, member)).toEqual({ balance: 0, earned: 500 })
  expect(await takeBackForRecruitedCompany(house.db, tip(randomUUID())), 'never given').toBeNull()
})

/** Random events on the points of two people, in any order and some concurrently. */
type Event = { who: 0 | 1; what: 'booking' | 'review' | 'tip' | 'take back' | 'spend'; number: number; ore: number }

const event: fc.Arbitrary<Event> = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom('booking', 'review', 'tip', 'take back', 'spend'),
  // Few ids, so that the same event is repeated.
  number: fc.integer({ min: 0, max: 5 }),
  ore: fc.integer({ min: 0, max: 4_000_00 }),
})

const idOf = (run: string, number: number) => run.slice(0, -1) + number

async function happen(person: string, run: string, { what, number, ore }: Event) {
  const id = idOf(run, number)
  const tip = { memberId: person, companyId: id, companyName: 'Lind Städ', at }
  if (what === 'booking') return earnForBooking(house.db, paid(person, ore, id))
  const review = { bookingId: id, authorId: person, companyId: randomUUID(), companyName: 'Lind', at }
  if (what === 'review') return earnForReview(house.db, review)
  if (what === 'tip') return earnForRecruitedCompany(house.db, tip)
  if (what === 'spend') return spend(person, 500, id).catch(() => false)
  return house.db.transaction().execute((db) => takeBackForRecruitedCompany(db, tip))
}

/** The expected ledger, computed without a database by applying the events one at a time. */
function expected(events: Event[]) {
  const people = [new Map<string, number>(), new Map<string, number>()] as const
  const done = new Set<string>()
  const giver = new Map<number, 0 | 1>()
  const balanceOf = (who: 0 | 1) => [...people[who].values()].reduce((sum, points) => sum + points, 0)
  const enter = (who: 0 | 1, kind: EntryKind, number: number, points: number) => {
    const key = `${kind} ${number}`
    if (done.has(key) || balanceOf(who) + points < 0) return
    done.add(key)
    people[who].set(key, points)
    if (kind === 'recruited') giver.set(number, who)
  }
  for (const { who, what, number, ore } of events) {
    if (what === 'booking' && pointsForPaid(ore) > 0) enter(who, 'booking', number, pointsForPaid(ore))
    if (what === 'review') enter(who, 'review', number, 25)
    if (what === 'tip') enter(who, 'recruited', number, 500)
    if (what === 'spend') enter(who, 'free month', number, -500)
    if (what === 'take back' && giver.get(number) === who)
      enter(who, 'recruited taken back', number, -pointsToTakeBack(balanceOf(who)))
  }
  return [balanceOf(0), balanceOf(1)]
}

test('any sequence of events gives the balances of a reference model', async () => {
  const people = [await newMember(), await newMember()] as const
  await fc.assert(
    fc
      .asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
        const run = randomUUID()
        const before = await Promise.all(people.map((person) => readPointAccount(house.db, person)))
        const [first = 0, second = 0] = before.map(({ balance }) => balance)
        expect([first, second]).toEqual([0, 0])
        for (const happening of events) await happen(people[happening.who], run, happening)
        const after = await Promise.all(people.map((person) => readPointAccount(house.db, person)))
        expect(after.map(({ balance }) => balance)).toEqual(expected(events))
        for (const person of people) await expectSumIsBalance(person)
      })
      .afterEach(() => emptyAccounts(people)),
    { numRuns: 40 },
  )
})

test('concurrent events never give a negative balance or a duplicate entry, and the sum is the balance', async () => {
  const people = [await newMember(), await newMember()] as const
  await fc.assert(
    fc
      .asyncProperty(fc.array(event, { minLength: 10, maxLength: 40 }), async (events) => {
        const run = randomUUID()
        await Promise.all(events.map((happening) => happen(people[happening.who], run, happening)))
        for (const person of people) {
          await expectSumIsBalance(person)
          expect((await readPointAccount(house.db, person)).balance).toBeGreaterThanOrEqual(0)
        }
        const { rows } = await sql<{ events: number; entries: number }>`
          select count(distinct (kind, event_id)) as events, count(*) as entries from point_entries`.execute(house.db)
        expect(rows[0]?.events).toBe(rows[0]?.entries)
      })
      .afterEach(() => emptyAccounts(people)),
    { numRuns: 20 },
  )
})

/** Empties the ledger as the database owner, which the product's code cannot, so that each run starts from zero. */
async function emptyAccounts(people: readonly string[]) {
  await house.asOwner('alter table point_entries disable trigger user')
  await house.db.deleteFrom('point_entries').where('profile_id', 'in', people).execute()
  await house.db.deleteFrom('point_accounts').where('profile_id', 'in', people).execute()
  await house.asOwner('alter table point_entries enable trigger user')
}
