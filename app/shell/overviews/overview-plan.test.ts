import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { readSafetyPage } from '~/alarms/member/read-safety-page.server'
import { memberLists, providerLists } from '~/bookings/diaries/diary-lists'
import { readCompanyDiary } from '~/bookings/diaries/read-company-diary.server'
import { readMemberDiary } from '~/bookings/diaries/read-member-diary.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import { readPoints } from '~/points/read-points.server'
import { exportReviews, readReviewsShown } from '~/reviews/public.server'
import { moveInBookings } from '../../../test/support/crowds/booking-crowd'
import { crowdSql } from '../../../test/support/crowds/crowd'
import { explain, explainKept, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useDatabase } from '../../../test/support/database'
import { readCompanyOverview } from './read-company-overview.server'
import { readMemberOverview } from './read-member-overview.server'

/**
 * 96 000 bookings of 400 companies in 20 postcodes, and 2 000 companies elsewhere. What the overviews ask is caught on its way to the database: each
 * table that grows with the number of postcodes is read by an index, and of it no more than is one's own.
 *
 * @module-tag long
 */

const database = useDatabase()
const clock = { now: () => new Date() }
const growing = ['bookings', 'reviews', 'point_entries', 'booking_months', 'point_accounts', 'companies']

/** One company has 240 bookings, one member 24; a query may read at most this many. */
const mostOfOnesOwn = 30
const people = {} as Record<'member' | 'company', SignedIn>

beforeAll(async () => {
  await moveInCompanies({ companies: 400, postcodes: 20, first: 10_000 })
  // The bulk insert runs as the owner, on a connection without the product's time-outs.
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await moveInBookings(owner)
  await owner.end()
  // So many companies that scanning them all is no way to find twenty.
  await moveInCompanies({ companies: 2_000, postcodes: 100, first: 20_000 })
  const member = await database.db
    .selectFrom('profiles')
    .select(['id', 'postcode'])
    .where('postcode', '=', '10007')
    .executeTakeFirstOrThrow()
  const company = await database.db
    .selectFrom('companies')
    .select('id')
    .where('postcode', '=', '10007')
    .executeTakeFirstOrThrow()
  const { id: ownerId } = await database.db
    .insertInto('profiles')
    .values({ full_name: 'Ägare', email: 'agare@exempel.se', user_role: 'company' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db.updateTable('companies').set({ owner_id: ownerId }).where('id', '=', company.id).execute()
  people.member = { person: { ...member, role: 'member' } } as SignedIn
  people.company = { person: { id: ownerId, role: 'company' } } as SignedIn
})

async function moveInCompanies(crowd: Parameters<typeof crowdSql>[0]) {
  for (const statement of crowdSql(crowd).split(/;\n/)) if (statement.trim()) await database.asOwner(statement)
}

const asked = (db: Database) => ({ db, clock, keys: openKeys(['for the marks of pages']) }) as House

const asAsked = (lists: Record<string, { word: string | null }>) =>
  Object.values(lists).map(({ word }) => new URLSearchParams(word ? { visa: word } : {}))

const questions = {
  'a member’s overview': (db) => readMemberOverview(asked(db), people.member),
  'a member’s alarm page': (db) => readSafetyPage(asked(db), people.member),
  'a member’s points': (db) => readPoints(asked(db), people.member, null),
  'a member’s reviews': (db) => exportReviews(db, people.member.person.id),
  'a company’s overview': (db) => readCompanyOverview(asked(db), people.company),
  'a company’s reviews': async (db) => {
    const overview = await readCompanyOverview(asked(db), people.company)
    return readReviewsShown({ db }, overview.company?.id ?? '', null)
  },
} as const satisfies Record<string, (db: Database) => Promise<unknown>>

const diaries = {
  'a member’s bookings, each list of them': (db) =>
    Promise.all(asAsked(memberLists).map((search) => readMemberDiary(asked(db), people.member, search))),
  'a company’s bookings, each list of them': (db) =>
    Promise.all(asAsked(providerLists).map((search) => readCompanyDiary(asked(db), people.company, search))),
} as const satisfies Record<string, (db: Database) => Promise<unknown>>

test.each(Object.keys(questions) as (keyof typeof questions)[])(
  '%s reads at most 30 rows of each growing table, by an index',
  async (name) => {
    const scans = await scansFor(questions[name])
    expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
    expect(scans.filter(({ rows }) => rows > mostOfOnesOwn)).toEqual([])
  },
)

// A few hundred companies may be read in primary key order, where that is cheaper than twenty look-ups.
test.each(Object.keys(diaries) as (keyof typeof diaries)[])(
  '%s reads at most 30 bookings, by an index',
  async (name) => {
    const scans = await scansFor(diaries[name])
    expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
    expect(scans.filter(({ relation, rows }) => relation === 'bookings' && rows > mostOfOnesOwn)).toEqual([])
  },
)

/** The scans of growing tables, in the custom plan and in the cached generic plan of prepared statements. */
async function scansFor(question: (db: Database) => Promise<unknown>) {
  const statements = await statementsOf(database, question)
  const plans = await Promise.all(statements.map((statement) => explain(database, statement)))
  for (const statement of statements) if (statement.name) plans.push(await explainKept(database, statement))
  const scans = plans.flatMap(scansOf).filter(({ relation }) => relation && growing.includes(relation))
  expect(scans.length).toBeGreaterThan(0)
  return scans
}
