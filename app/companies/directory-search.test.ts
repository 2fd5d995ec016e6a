import { expect, test } from 'vitest'
import { readDirectorySearch } from './directory-search'

test.each([
  ['', { postcode: '12540', text: '', categories: [] }],
  ['postal=12541', { postcode: '12541', text: '', categories: [] }],
  ['postal=125 41&q=STÄD', { postcode: '12541', text: 'STÄD', categories: ['cleaning'] }],
  ['postal=abc&q=%20', { postcode: '12540', text: '', categories: [] }],
  ['q=Lind', { postcode: '12540', text: 'Lind', categories: [] }],
])('?%s', (query, expected) => {
  expect(readDirectorySearch(new URLSearchParams(query))).toEqual(expected)
})
