import { beforeAll, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { crowdSql } from '../../test/support/crowds/crowd'
import { explain, scansOf, statementsOf } from '../../test/support/crowds/plans'
import { useDatabase } from '../../test/support/database'
import { directoryAddress, readDirectorySearch } from './directory-search'
import { readCompanyProfile } from './read-company-profile.server'
import { readDirectory, readSafetyPartners } from './read-directory.server'

/**
 * A city of 20 000 companies in 1 000 postcodes. What the pages really ask is caught on its way to the database,
 * which is then asked how it goes about it: it must never read all companies to find those of one postcode.
 *
 * @module-tag long
 */

const clock = { now: () => new Date('2026-11-20T12:00:00Z') }
const database = useDatabase()

/** A single postcode as large as a city: there the order must come from the index and not from a sort. */
const crowded = 90_000

beforeAll(async () => {
  await moveIn(crowdSql({ companies: 1_000, postcodes: 1, first: crowded }))
  await moveIn(crowdSql({ companies: 20_000, postcodes: 1_000, first: 10_000 }))
})

/** Runs statements one at a time, since VACUUM cannot run in a transaction. */
async function moveIn(crowd: string) {
  for (const statement of crowd.split(/;\n/)) if (statement.trim()) await database.asOwner(statement)
}

const search = (query: string) => readDirectorySearch(new URLSearchParams(query))

const questions: Record<string, (db: Database) => Promise<unknown>> = {
  'the first page': (db) => readDirectory({ db, clock }, search('postal=10500')),
  'a category': (db) => readDirectory({ db, clock }, search('postal=10500&category=dog')),
  'a search by name': (db) => readDirectory({ db, clock }, search('postal=10500&q=astrom')),
  'a search with a slip': (db) => readDirectory({ db, clock }, search('postal=10500&q=trädgrd')),
  'a search for a trade': (db) => readDirectory({ db, clock }, search('postal=10500&q=städning hemma')),
  'a search for one letter': (db) => readDirectory({ db, clock }, search('postal=10500&q=l')),
  'a search in an empty postcode': (db) => readDirectory({ db, clock }, search('postal=99999&q=hem')),
  'a page further on': async (db) => readDirectory({ db, clock }, search(await pageInTheMiddle(db, 10_500, 'after'))),
  'a page back': async (db) => readDirectory({ db, clock }, search(await pageInTheMiddle(db, 10_500, 'before'))),
  'a company': async (db) => {
    const { companies } = await readDirectory({ db, clock }, search('postal=10500'))
    expect(await readCompanyProfile({ db, clock }, companies[3]?.id ?? '')).toMatchObject({
      services: [{ title: 'Besök hemma' }],
    })
  },
  'the safety partners': (db) => readSafetyPartners({ db, clock }, 24),
}

async function pageInTheMiddle(db: Database, postcode: number, side: 'after' | 'before') {
  const { companies } = await readDirectory({ db, clock }, search(`postal=${postcode}`))
  const middle = companies[10]
  if (!middle) throw new Error('no company in the middle')
  const { id, name, plan, is_security_partner: isPartner } = middle
  return directoryAddress({ postcode: String(postcode), from: { side, place: { id, name, plan, isPartner } } })
}

test.each(Object.keys(questions))('%s uses an index and reads at most 25 rows', async (name) => {
  const statements = await statementsOf(database, questions[name] as (db: Database) => Promise<unknown>)
  const plans = await Promise.all(statements.map((statement) => explain(database, statement)))
  const scans = plans.flatMap(scansOf).filter(({ relation }) => relation === 'companies' || relation === 'services')
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
  expect(Math.max(...scans.map(({ rows }) => rows))).toBeLessThanOrEqual(25)
})

test.each(['after', 'before'] as const)(
  'in a postcode of a thousand companies, a page %s a place uses keyset pagination on an index, without a sort',
  async (side) => {
    const address = await pageInTheMiddle(database.db, crowded, side)
    const statements = await statementsOf(database, (db) => readDirectory({ db, clock }, search(address)))
    const [page, ...others] = statements.filter(({ sql }) =>
      sql.includes('order by (not companies.is_security_partner)'),
    )
    expect(others).toEqual([])
    if (!page) throw new Error('no page was asked for')
    const plan = await explain(database, page)
    const written = JSON.stringify(plan)
    expect(written).toMatch(/"Index Name":"companies_directory"/)
    expect(written).toMatch(/"Index Cond":"[^"]*ROW\(/)
    expect(written).not.toContain('"Sort"')
    expect(Math.max(...scansOf(plan).map(({ rows }) => rows))).toBeLessThanOrEqual(25)
  },
)

test('the search text has no statistics, so that planning does not estimate its matches', async () => {
  const { rowCount } = await database.pool.query(
    `select from pg_stats where tablename = 'companies' and attname = 'search_text'`,
  )
  expect(rowCount).toBe(0)
})
