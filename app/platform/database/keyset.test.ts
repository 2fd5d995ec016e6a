import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database'
import { inOrder, pageOf, readCursor } from './keyset.server'

const database = useDatabase()

const rows = ['c', 'b', 'a'].map((id) => ({ id }))

test('the extra row is not shown and gives the cursor of the next page', () => {
  expect(pageOf(rows, 2)).toEqual({ shown: [{ id: 'c' }, { id: 'b' }], next: 'b' })
  expect(pageOf(rows, 3)).toEqual({ shown: rows, next: undefined })
  expect(pageOf([], 3)).toEqual({ shown: [], next: undefined })
})

test('an invalid or missing cursor means the first page', () => {
  const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
  expect(readCursor(new Request(`https://kvartera.test/?before=${id}`))).toBe(id)
  expect(readCursor(new Request('https://kvartera.test/?before=1;drop'))).toBeNull()
  expect(readCursor(new Request('https://kvartera.test/'))).toBeNull()
})

test('keyset pagination reads each row once, up or down, by id or by a column with ties', async () => {
  const names = ['Berit', 'Arne', 'Berit', 'Cilla', 'Berit', 'Arne']
  const people = names.map((full_name, n) => ({ full_name, email: `rad${n}@ordning.exempel.se` }))
  const rows = await database.db.insertInto('profiles').values(people).returning(['id', 'full_name']).execute()
  const asked = (by: string | null, down: boolean, before: string | null) =>
    inOrder(
      database.db
        .selectFrom('profiles')
        .select(['profiles.id', 'full_name'])
        .where('email', 'like', '%@ordning.exempel.se')
        .limit(2),
      { table: 'profiles', by, down, before },
    ).execute()
  const signed = (one: string, other: string) => Number(one > other) - Number(one < other)
  const expected = {
    id: rows.toSorted((a, b) => signed(a.id, b.id)),
    full_name: rows.toSorted((a, b) => signed(a.full_name, b.full_name) || signed(a.id, b.id)),
  }
  for (const by of ['id', 'full_name'] as const)
    for (const down of [false, true]) {
      const read: typeof rows = []
      for (let page = await asked(by === 'id' ? null : by, down, null); page.length > 0; ) {
        read.push(...page)
        expect(read.length, `${by}, down: ${down}`).toBeLessThanOrEqual(rows.length)
        page = await asked(by === 'id' ? null : by, down, page.at(-1)?.id ?? null)
      }
      expect(read, `${by}, down: ${down}`).toEqual(down ? expected[by].toReversed() : expected[by])
    }
  // The cursor row has been deleted meanwhile: the list ends.
  const gone = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
  expect(await asked('full_name', false, gone)).toEqual([])
})
