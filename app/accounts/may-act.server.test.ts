import { expect, test } from 'vitest'
import { roles } from '~/shared/role'
import { useHouse } from '../../test/support/house'
import { mayAct } from './may-act'
import { mayActAs, readMayAct } from './may-act-store.server'

const house = useHouse()

test('a query and the rule agree on every account there can be, in every role', async () => {
  for (const role of roles) {
    for (const isBlocked of [false, true]) {
      const { id } = await house.db
        .insertInto('profiles')
        .values({
          ...{ full_name: 'Siv', email: `${role}-${isBlocked}@exempel.se`, user_role: role },
          ...(isBlocked && { blocked_at: new Date(), blocked_reason: 'Hotade en boende' }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const as of roles) {
        const expected = mayAct({ role, isBlocked }, as)
        expect(expected).toBe(!isBlocked && role === as)
        expect(await readMayAct(house.db, id, as)).toBe(expected)
        const found = await house.db
          .selectFrom('profiles as one')
          .select('one.id')
          .where('one.id', '=', id)
          .where(mayActAs(as, 'one'))
          .execute()
        expect(found.length === 1).toBe(expected)
      }
    }
  }
})

test('nobody acts through an account that is gone', async () => {
  expect(await readMayAct(house.db, '0198c0de-0000-7000-8000-000000000001', 'admin')).toBe(false)
})
