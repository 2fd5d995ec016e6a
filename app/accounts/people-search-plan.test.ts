import { beforeAll, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { insertCrowd } from '../../test/support/crowds/insert-crowd'
import { explain, scansOf, statementsOf } from '../../test/support/crowds/plans'
import { useDatabase } from '../../test/support/database'
import { lookForPeople } from './people-store.server'

/* 6 000 people. The first 3 500 are called Ossian, one of them Quist; the others, last by age and by name, are called
   Viola. The first 2 000 share a mail domain and a postcode of their own. No search may read more rows than its limit. */

const database = useDatabase()
const everybody = 6_000
/** The limit of rows read from the list, or by the index: 2 000, plus one that tells that there are more. */
const mostRead = 2_001

beforeAll(() =>
  insertCrowd(database, [
    `insert into profiles (id, full_name, email, user_role, member_status, postcode)
      select lpad(to_hex(n), 32, '0')::uuid,
        case when n = 7 then 'Ossian Quist' when n <= 3500 then 'Ossian ' || n else 'Viola ' || n end,
        n || case when n <= 2000 then '@grannen.se' else '@exempel.se' end, 'member', 'active',
        case when n <= 2000 then '12541' else '12540' end
      from generate_series(1, ${everybody}) n`,
    'vacuum analyze profiles',
  ]),
)

const limit = 26
const page = (text: string, by: 'joined' | 'name') => {
  const search = { text, role: null, status: null, postcode: null, onlyBlocked: false }
  return (db: Database) => lookForPeople(db, search, null, limit, { by, down: true })
}

const searches = [
  { text: 'viola', found: limit, lookedAt: null, why: 'the first rows fill a page' },
  { text: 'QUÍST', found: 1, lookedAt: null, why: 'a rare name is found anywhere in the list' },
  { text: 'nobody', found: 0, lookedAt: null, why: 'no match' },
  { text: 'ossian', found: limit, lookedAt: { someWithText: 2_000 }, why: 'most rows match, but none of the first' },
  { text: 'ss', found: 0, lookedAt: { firstOfList: 2_000 }, why: 'too short for the index' },
  { text: 'n 1', found: 0, lookedAt: { firstOfList: 2_000 }, why: 'no three letters in a row' },
] as const

test.each(searches.flatMap((one) => (['joined', 'name'] as const).map((by) => ({ ...one, by }))))(
  'searching $text by $by reads at most 2 001 rows and no table in full: $why',
  async ({ text, by, found, lookedAt }) => {
    const { rows, ...answer } = await page(text, by)(database.db)
    expect({ found: rows.length, ...answer }).toEqual({ found, lookedAt })
    for (const statement of await statementsOf(database, page(text, by))) {
      for (const { kind, relation, rows } of scansOf(await explain(database, statement))) {
        expect(kind, `${relation} in ${statement.sql}`).not.toBe('Seq Scan')
        expect(rows, `${relation} by ${kind} in ${statement.sql}`).toBeLessThanOrEqual(mostRead)
      }
    }
  },
)

test.each([
  ['a whole list of 2 000 without a match', 'zz', '12541', 0, null],
  ['the first 2 000 of a longer list', 'zz', null, 0, { firstOfList: 2_000 }],
  ['all 2 000 with the text, far down the list', 'grannen', null, limit, null],
])('says whether it searched everything when it looked at %s', async (_, text, postcode, found, lookedAt) => {
  const search = { text, role: null, status: null, postcode, onlyBlocked: false }
  const { rows, ...answer } = await lookForPeople(database.db, search, null, limit)
  expect({ found: rows.length, ...answer }).toEqual({ found, lookedAt })
})

test('people_with() is kept to bitmap index scans and stops at its limit', async () => {
  const { rows } = await database.pool.query(`explain (analyze, format json) select people_with('%ossian%', 100)`)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  expect(plan['Actual Rows']).toBe(100)
  const settings = await database.pool.query(`select proconfig from pg_proc where proname = 'people_with'`)
  expect(settings.rows[0].proconfig).toEqual(['enable_seqscan=off', 'enable_indexscan=off', 'enable_indexonlyscan=off'])
})
