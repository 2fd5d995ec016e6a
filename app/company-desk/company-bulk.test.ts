import { expect, test } from 'vitest'
import { chosenFrom, mostChosen, seenFrom } from './bulk-form'
import { chosenWords, nextChosen } from './company-bulk'
import { queryOf, readAdminSearch } from './company-search'

const id = (number: number) => `01a1fa7b-5906-731d-880d-${String(number).padStart(12, '0')}`

test('chosen companies are valid ids, each once, and at most a hundred', () => {
  expect(chosenFrom([id(1), 'siv', id(2), id(1).toUpperCase(), ''])).toEqual([id(1), id(2)])
  expect(chosenFrom(Array.from({ length: 300 }, (_, index) => id(index)))).toHaveLength(mostChosen)
})

test('a bulk job goes through the chosen ids from newest to oldest, each once', () => {
  const chosen = [id(2), id(3), id(1)]
  const order: string[] = []
  for (let next = nextChosen(chosen, null); next !== null; next = nextChosen(chosen, next)) order.push(next)
  expect(order).toEqual([id(3), id(2), id(1)])
})

test.each([
  [undefined, {}],
  ['', {}],
  ['{', {}],
  ['[]', {}],
  ['{"01a1fa7b-5906-731d-880d-3f8b23f1bbc7":1}', { '01a1fa7b-5906-731d-880d-3f8b23f1bbc7': 1 }],
  ['{"01a1fa7b-5906-731d-880d-3f8b23f1bbc7":0}', {}],
  ['{"01a1fa7b-5906-731d-880d-3f8b23f1bbc7":1.5}', {}],
  ['{"siv":1}', {}],
])('seen name versions given as %s are parsed as %o', (text, seen) => {
  expect(seenFrom(text)).toEqual(seen)
})

test('the list’s address contains only what differs from the default list', () => {
  const said = (query: string) => queryOf(readAdminSearch(new URLSearchParams(query))).toString()
  expect([said(''), said('visa=all&visa=nonsens'), said('visa=hidden&q=+x+')]).toEqual(['', '', 'visa=hidden&q=x'])
  expect(readAdminSearch(new URLSearchParams({ q: 'x'.repeat(101) })).text).toHaveLength(100)
  expect([chosenWords(1), chosenWords(2)]).toEqual(['Ett valt företag', '2 valda företag'])
})
