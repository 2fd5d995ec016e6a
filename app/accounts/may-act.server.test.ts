import { expect, test } from 'vitest'
import { isAdmin } from '~/door/guard.server'
import type { Person } from '~/platform/auth/sessions.server'
import { roles } from '~/shared/role'
import { holdWakes, useHouse } from '../../test/support/house'
import { mayAct } from './may-act'
import { mayActAs, maySeeAsAdmin, personMayAct, readIsBlocked, readMayAct } from './may-act-store.server'

const house = useHouse()
holdWakes(house)

test('the queries and the rule agree on who may act, for every role, blocked or not', async () => {
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
        const [named] = await house.db
          .selectFrom('profiles as row')
          .select(personMayAct('row.id', as).as('mayAct'))
          .where('row.id', '=', id)
          .execute()
        expect(named?.mayAct).toBe(expected)
      }
    }
  }
})

test('a deleted account may not act', async () => {
  expect(await readMayAct(house.db, '0198c0de-0000-7000-8000-000000000001', 'admin')).toBe(false)
})

test('the query for who sees as an administrator matches isAdmin, and no blocked account does', async () => {
  const { id } = await house.db
    .insertInto('profiles')
    .values({ full_name: 'Siv', email: 'sees@exempel.se', user_role: 'member' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of roles) {
    for (const twoFactorEnabled of [false, true]) {
      for (const isBlocked of [false, true]) {
        const blocked = { blocked_at: new Date(), blocked_reason: 'Hotade en boende' }
        await house.db
          .updateTable('profiles')
          .set({ user_role: role, two_factor_enabled: twoFactorEnabled })
          .set(isBlocked ? blocked : { blocked_at: null, blocked_reason: null })
          .where('id', '=', id)
          .execute()
        const found = await house.db
          .selectFrom('profiles as one')
          .select('one.id')
          .where('one.id', '=', id)
          .where(maySeeAsAdmin('one'))
          .execute()
        const person = { role, twoFactorEnabled } as Person
        expect(found.length === 1).toBe(!isBlocked && isAdmin({ person } as Parameters<typeof isAdmin>[0]))
      }
    }
  }
})

test('reads the block of one account only', async () => {
  const blocked = { blocked_at: new Date(), blocked_reason: 'Hotade en boende' }
  const add = (email: string, given: object) =>
    house.db
      .insertInto('profiles')
      .values({ full_name: 'Siv', email, user_role: 'member', ...given })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [theirs, free] = [await add('stopped@exempel.se', blocked), await add('free@exempel.se', {})]
  expect([await readIsBlocked(house.db, theirs.id), await readIsBlocked(house.db, free.id)]).toEqual([true, false])
})
