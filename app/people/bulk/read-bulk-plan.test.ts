import { expect, test } from 'vitest'
import { explain, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'
import { readBulkStart } from './read-bulk.server'

/* The page before a bulk job names the first people that a search finds. Of 2 600 people one has a name with two
   letters that nobody else has, and was the first to join. */

const house = useHouse()
holdWakes(house)
/** The limit on rows that a search may read, both from the list and by the index. */
const mostRead = 2_001

test('the page before a bulk job reads at most 2000 people, and says when there may be more', async () => {
  const admin = await joinAsAdmin(house)
  await house.asOwner(`insert into profiles (id, full_name, email, user_role, member_status, postcode)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      case when n = 1 then 'Viola Xy' when n between 2590 and 2594 then 'Ossian ' || n || ' Zq' else 'Ossian ' || n end, n || '@exempel.se', 'member', 'active', '12540'
    from generate_series(1, 2600) n`)
  await house.asOwner('vacuum analyze profiles')
  const start = (text: string) => readBulkStart(house, admin.signedIn, new URLSearchParams({ q: text }))

  expect(await start('viola')).toMatchObject({ names: ['Viola Xy'], isMore: false, notAll: null })
  expect(await start('ossian')).toMatchObject({
    names: ['Ossian 2600', 'Ossian 2599', 'Ossian 2598', 'Ossian 2597', 'Ossian 2596'],
    isMore: true,
    notAll: null,
  })
  expect(await start('xy')).toMatchObject({
    names: [],
    isMore: false,
    notAll: expect.stringMatching(/^Vi har bara sökt/),
  })
  // Five were found. There may be a sixth among the rows that were not read, so that is said.
  expect(await start('zq')).toMatchObject({
    names: expect.arrayContaining(['Ossian 2594 Zq']),
    isMore: false,
    notAll: expect.stringMatching(/^Vi har bara sökt/),
  })
  expect(await start('nobody')).toMatchObject({ names: [], isMore: false, notAll: null })

  for (const text of ['viola', 'xy', 'nobody']) {
    const search = new URLSearchParams({ q: text })
    const statements = await statementsOf(house, (db) => readBulkStart({ ...house, db }, admin.signedIn, search))
    for (const statement of statements) {
      for (const { relation, rows } of scansOf(await explain(house, statement))) {
        expect(rows, `${relation} in ${statement.sql}`).toBeLessThanOrEqual(mostRead)
      }
    }
  }
})
