import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useHouse } from '../../test/support/house'
import { liveThroughAYear } from '../../test/support/model/money-year'
import { expectShownSums } from '../../test/support/model/shown-sums'
import { expectBooksToBalance, expectEventsToExplain } from '../../test/support/money'

const [house, calm, restless, small] = [useHouse(), useHouse(), useHouse(), useHouse()]

const inFull = { timeout: 600_000, tags: ['long'] }

/** The outcome for everybody, keyed by name, not by random id. */
async function outcomeOf({ db }: typeof house) {
  const { rows: members } = await sql<{ name: string; status: string }>`
    select full_name as name, member_status as status, covered_until, ended_because,
      (select count(*) from member_events where member_id = profiles.id) as events,
      (select coalesce(sum(gross_cents), 0) from receipts where member_id = profiles.id) as paid
    from profiles join memberships on profile_id = profiles.id
    where full_name like 'Granne %' order by full_name`.execute(db)
  const { rows: charges } = await sql<{ kind: string; status: string }>`
    select kind, status, count(*), sum(gross_cents) from charges group by 1, 2 order by 1, 2`.execute(db)
  return { members, charges }
}

test('ten weeks of forty members and six companies balance despite crashes, and every change has its reason', async () => {
  const { admin, firms } = await liveThroughAYear(small, {
    members: 40,
    companies: 6,
    days: 70,
    seed: 4711,
    killShare: 0.02,
  })
  const books = await expectBooksToBalance(small.db)
  await expectEventsToExplain(small.db)
  expect((await expectShownSums(small, admin, firms)).fees).toBeGreaterThan(0)
  expect(books.receipts).toBeGreaterThan(10)
})

test('a year of a thousand members and fifty companies balances, and every change has its reason', inFull, async () => {
  const { admin, firms } = await liveThroughAYear(house, {
    members: 1000,
    companies: 50,
    days: 365,
    seed: 12_540,
    killShare: 0,
  })
  const books = await expectBooksToBalance(house.db)
  await expectEventsToExplain(house.db)
  expect((await expectShownSums(house, admin, firms)).fees).toBeGreaterThan(100_00)
  const { rows: ways } = await sql<Record<string, number>>`
    select (select count(*) from swish_requests where state = 'paid') as "paid in Swish itself",
      (select count(*) from patrol_payouts) as "paid to those who walk",
      (select count(*) from fee_entries where kind = 'credit') as "fees corrected",
      (select count(*) from booking_changes where kind = 'withdrawn') as "jobs withdrawn from"`.execute(house.db)
  for (const [what, count] of Object.entries(ways[0] ?? {})) expect(count, what).toBeGreaterThan(5)
  expect(books.receipts).toBeGreaterThan(4000)
  const { charges, members } = await outcomeOf(house)
  expect(members).toHaveLength(1000)
  // Control: every kind of event has occurred in the year.
  expect(charges.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
    expect.arrayContaining([
      'base open',
      'base paid',
      'fee open',
      'fee paid',
      'membership paid',
      'membership struck',
      'season paid',
      'sponsor paid',
    ]),
  )
  expect(new Set(members.map(({ status }) => status))).toEqual(
    new Set(['trial', 'active', 'free', 'past_due', 'ended']),
  )
})

test('a year with a thousand crashes at random places ends exactly like one without', inFull, async () => {
  const year = { members: 100, companies: 10, days: 365, seed: 7 }
  await liveThroughAYear(calm, { ...year, killShare: 0 })
  // Start the second run at the same date as the first.
  vi.useRealTimers()
  const { killed, admin, firms } = await liveThroughAYear(restless, { ...year, killShare: 0.05 })
  expect(killed).toBeGreaterThan(1000)
  expect(await expectBooksToBalance(restless.db)).toEqual(await expectBooksToBalance(calm.db))
  await expectEventsToExplain(restless.db)
  await expectShownSums(restless, admin, firms)
  expect(await outcomeOf(restless)).toEqual(await outcomeOf(calm))
})
