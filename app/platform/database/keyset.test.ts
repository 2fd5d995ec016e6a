import { expect, test } from 'vitest'
import { pageOf, readCursor } from './keyset.server'

const rows = ['c', 'b', 'a'].map((id) => ({ id }))

test('the row too many is not shown, and says that there is more', () => {
  expect(pageOf(rows, 2)).toEqual({ shown: [{ id: 'c' }, { id: 'b' }], next: 'b' })
  expect(pageOf(rows, 3)).toEqual({ shown: rows, next: undefined })
  expect(pageOf([], 3)).toEqual({ shown: [], next: undefined })
})

test('a place that is none is the first page', () => {
  const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
  expect(readCursor(new Request(`https://kvartera.test/?before=${id}`))).toBe(id)
  expect(readCursor(new Request('https://kvartera.test/?before=1;drop'))).toBeNull()
  expect(readCursor(new Request('https://kvartera.test/'))).toBeNull()
})
