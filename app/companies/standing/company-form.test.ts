import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { companyForm } from '../company-form'
import { movedByOne } from '../moved-by-one'
import { packageOf, packages } from '../packages'
import { isNear } from '../plain-text'
import { wordsOf } from '../search-words'

const form = {
  name: 'Lind Städ AB',
  orgNumber: '556016-0680',
  category: 'cleaning',
  address: 'Götalandsvägen 1',
  postcode: '125 40',
  phone: '08-12 34 56 78',
  email: 'hej@exempel.se',
  bio: '',
  vatNumber: '',
}
const wrongFields = (given: Record<string, string>) => {
  const read = parseForm(companyForm, { ...form, ...given }, 'Nej')
  return read.ok ? [] : Object.keys(read.fields)
}

test.each([
  ['name', 200],
  ['orgNumber', 50],
  ['address', 300],
  ['bio', 2000],
] as const)('%s accepts %i characters and refuses more', (field, most) => {
  expect([wrongFields({ [field]: 'x'.repeat(most) }), wrongFields({ [field]: 'x'.repeat(most + 1) })]).toEqual([
    [],
    [field],
  ])
})

test.each([
  ['', null],
  ['se 556016-0680 01', 'SE556016068001'],
  ['SE556016068001', 'SE556016068001'],
])('VAT number "%s" is parsed as %s', (typed, number) => {
  const read = parseForm(companyForm, { ...form, vatNumber: typed }, 'Nej')
  expect(read.ok && read.value.vatNumber).toBe(number)
})

test.each(['SE55601606801', 'SE556016068002', 'DE556016068001', 'SE5560160680011', 'xSE556016068001'])(
  'VAT number "%s" is refused',
  (vatNumber) => expect(wrongFields({ vatNumber })).toEqual(['vatNumber']),
)

test('checkboxes are parsed as booleans, and an unknown category or a short postcode is refused', () => {
  const read = parseForm(companyForm, { ...form, fTax: 'on' }, 'Nej')
  expect(read.ok && [read.value.fTax, read.value.insurance]).toEqual([true, false])
  expect([wrongFields({ category: 'constructor' }), wrongFields({ postcode: '1254' })]).toEqual([
    ['category'],
    ['postcode'],
  ])
})

test('package prices and the most popular package are as specified', () => {
  expect(packages.map(({ plan, priceOre, mostPopular }) => [plan, priceOre, mostPopular])).toEqual([
    ['base', 295_00, false],
    ['sponsor', 995_00, true],
    ['season', 1_995_00, false],
  ])
  expect(packageOf('sponsor').name).toBe('Huvudsponsor')
})

test('a search has at most six words, ignores punctuation, and maps words to categories', () => {
  expect(wordsOf('a, b; c & d / e f g').map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  expect(wordsOf(' -- %% ')).toEqual([])
  const meant = (text: string) => wordsOf(text).map(({ categories }) => categories)
  expect(meant('städ häck frisör naprapat och')).toEqual([['cleaning'], ['garden'], ['hair'], [], []])
  expect(meant('hundpassning vakt dator')).toEqual([['dog'], ['security'], ['it']])
})

test.each([
  ['abc', 'abc', true],
  // Allowed edit distance: none up to three letters, one up to six, two from seven.
  ['abx', 'abc', false],
  ['frisrr', 'frisor', true],
  ['frixrr', 'frisor', false],
  ['stadnnig', 'stadning', true],
  ['ab', 'abcd', true],
])('"%s" is near "%s" by edit distance: %s', (typed, known, near) => {
  expect(isNear(typed, known)).toBe(near)
})

test('movedByOne swaps an item with its neighbour and leaves it at the ends', () => {
  const list = ['a', 'b', 'c']
  const moved = (id: string, way: string) => movedByOne(list, id, way).join('')
  expect([
    moved('b', 'up'),
    moved('b', 'down'),
    moved('a', 'up'),
    moved('c', 'down'),
    moved('x', 'up'),
    moved('x', 'down'),
  ]).toEqual(['bac', 'acb', 'abc', 'abc', 'abc', 'abc'])
})
