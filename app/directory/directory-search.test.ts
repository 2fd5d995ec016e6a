import { describe, expect, test } from 'vitest'
import { directoryAddress, readDirectorySearch } from './directory-search'

const read = (query: string) => readDirectorySearch(new URLSearchParams(query))
const nothing = { postcode: '12540', text: '', words: [], category: null, free: null, from: null }

test.each([
  ['', nothing],
  ['postal=12541', { ...nothing, postcode: '12541' }],
  ['postal=125 41', { ...nothing, postcode: '12541' }],
  ['postal=abc&q=%20&category=circus&after=x', nothing],
  ['category=garden', { ...nothing, category: 'garden' }],
  ['category=toString', nothing],
  ['ledigt=imorgon', { ...nothing, free: 'tomorrow' }],
  ['ledigt=constructor', nothing],
  ['q=Lind', { ...nothing, text: 'Lind', words: [{ text: 'Lind', categories: [] }] }],
  ['q=%26%20-', { ...nothing, text: '& -' }],
  [`q=${'-'.repeat(101)}`, { ...nothing, text: '-'.repeat(100) }],
])('parses the query ?%s', (query, expected) => {
  expect(read(query)).toEqual(expected)
})

test.each([
  ['STÄD', ['cleaning']],
  ['stad', ['cleaning']],
  ['städning', ['cleaning']],
  ['staädning', ['cleaning']],
  ['stadnign', ['cleaning']],
  ['trädgårdshjälp', ['garden']],
  ['frisor', ['hair']],
  ['Frissör', ['hair']],
  ['masage', ['massage']],
  ['fotvard', ['foot']],
  ['it', ['it']],
  ['datorhjälp', ['it']],
  ['ledsagare', ['accompany']],
  ['hundvakt', ['dog']],
  ['bevakning', ['security']],
  ['och', []],
  ['Lind', []],
  ['alvsjo', []],
])('maps the search word %s to the categories %j', (word, categories) => {
  expect(read(`q=${encodeURIComponent(word)}`).words.map((one) => one.categories)).toEqual([categories])
})

describe('the address of a page', () => {
  const id = '0198c0de-0000-7000-8000-000000000001'
  const place = { isPartner: true, plan: 'sponsor', name: 'Å. Ström & Co', id } as const

  test('keeps the search through a round trip', () => {
    const asked = {
      postcode: '12541',
      text: 'städ & hem',
      category: 'cleaning',
      free: 'today',
      from: { side: 'after', place },
    } as const
    expect(read(directoryAddress(asked))).toMatchObject(asked)
    const back = { from: { side: 'before', place: { ...place, isPartner: false, plan: 'base' } } } as const
    expect(read(directoryAddress(back)).from).toEqual(back.from)
  })

  test('contains only what was asked', () => {
    expect(directoryAddress({ postcode: '12540' })).toBe('?postal=12540')
  })

  test.each(['', `2.base.${id}.Lind`, `1.gold.${id}.Lind`, '1.base.nonsense.Lind', `1.base.${id}.`])(
    'with the invalid place "%s" starts at the first page',
    (text) => {
      expect(read(`?after=${text}`).from).toBeNull()
    },
  )
})
