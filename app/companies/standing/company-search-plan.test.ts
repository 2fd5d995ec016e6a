import { beforeAll, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { crowdSql } from '../../../test/support/crowds/crowd'
import { explain, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useDatabase } from '../../../test/support/database'
import { findCompanyIds, readForReview } from './admin-store.server'

/**
 * 20 000 companies, as there are where there are a million people: each eleventh has Lind in its name, and one of them is called Quist.
 * What few have is found by the index of letters, and no more of them is read. What many have, also when it is too short for that index, is looked for
 * in the list's own order until a page is full. Two letters that nobody has are not held here: that reads them all, once.
 *
 * @module-tag long
 */

const database = useDatabase()
const companies = 20_000
const limit = 26

beforeAll(async () => {
  for (const statement of crowdSql({ companies, postcodes: 1_000, first: 10_000 }).split(/;\n/)) {
    if (statement.trim()) await database.asOwner(statement)
  }
  await database.asOwner(
    `update companies set name = 'Quist Måleri', org_number = '559123-4567' where name like '% 777'`,
  )
  await database.asOwner('vacuum analyze companies')
})

const searches = [
  { text: 'QUÍST', found: 1, mostRead: 10 },
  { text: '559123-4567', found: 1, mostRead: 10 },
  { text: 'foretag777@exempel.se', found: 1, mostRead: 10 },
  { text: 'nobody', found: 0, mostRead: 10 },
  { text: 'lind', found: limit, mostRead: companies },
  { text: 'ek', found: limit, mostRead: companies },
] as const

const orders = ['waiting', 'name', 'joined'] as const

test.each(searches.flatMap((one) => orders.map((by) => ({ ...one, by }))))(
  'searching the list for $text ordered by $by uses an index',
  async ({ text, by, found, mostRead }) => {
    const list = (db: Database) =>
      readForReview(db, { list: 'all', text, order: { by, down: true }, before: null, limit })
    expect(await list(database.db)).toHaveLength(found)
    await holds(list, mostRead)
  },
)

test.each(searches)('searching all companies for $text uses an index', async ({ text, found, mostRead }) => {
  expect(await findCompanyIds(database.db, text, limit)).toHaveLength(found)
  await holds((db) => findCompanyIds(db, text, limit), mostRead)
})

async function holds(ask: (db: Database) => Promise<unknown>, mostRead: number) {
  const statements = await statementsOf(database, ask)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    for (const { kind, relation, rows } of scansOf(await explain(database, statement))) {
      expect(kind, `${relation} in ${statement.sql}`).not.toBe('Seq Scan')
      expect(rows, `${relation} by ${kind} in ${statement.sql}`).toBeLessThanOrEqual(mostRead)
    }
  }
}
