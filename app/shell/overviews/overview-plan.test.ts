import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { readSafetyPage } from '~/alarms/member/read-safety-page.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { readPoints } from '~/points/read-points.server'
import { exportReviews, readReviewsShown } from '~/reviews/public.server'
import { moveInBookings } from '../../../test/support/crowds/booking-crowd'
import { crowdSql } from '../../../test/support/crowds/crowd'
import { explain, explainKept, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useDatabase } from '../../../test/support/database'
import { readCompanyOverview } from './read-company-overview.server'
import { readMemberOverview } from './read-member-overview.server'

/*
 * 96 000 bookings of 400 companies in 20 postcodes. What the overviews ask is caught on its way to the database: each
 * table that grows with the number of postcodes is read by an index, and of it no more than is one's own.
 */

const database = useDatabase()
const clock = { now: () => new Date() }
const growing = ['bookings', 'reviews', 'point_entries', 'booking_months', 'point_accounts', 'companies']

/** One has 240 bookings as a company, and 24 as a neighbour. */
const mostOfOnesOwn = 30
const people = {} as Record<'member' | 'company', SignedIn>

beforeAll(async () => {
  for (const statement of crowdSql({ companies: 400, postcodes: 20, first: 10_000 }).split(/;\n/)) {
    if (statement.trim()) await database.asOwner(statement)
  }
  // Moving so many in at once is the owner's work, on a line without the product's limits.
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await moveInBookings(owner)
  await owner.end()
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

const asked = (db: Database) => ({ db, clock }) as House

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

test.each(Object.keys(questions) as (keyof typeof questions)[])(
  '%s reads no more than is there for one',
  async (name) => {
    const statements = await statementsOf(database, questions[name])
    const plans = await Promise.all(statements.map((statement) => explain(database, statement)))
    for (const statement of statements) if (statement.name) plans.push(await explainKept(database, statement))
    const scans = plans.flatMap(scansOf).filter(({ relation }) => relation && growing.includes(relation))
    expect(scans.length).toBeGreaterThan(0)
    expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
    expect(scans.filter(({ rows }) => rows > mostOfOnesOwn)).toEqual([])
  },
)
