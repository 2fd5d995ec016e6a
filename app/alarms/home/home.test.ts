import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { missingIn, type Standing } from './home'
import { homeForm } from './home-form'

const ready: Standing = { phoneIsProven: true, hasHome: true, sharesPosition: true, testedAt: new Date() }

test.each<[string, Partial<Standing>, string[]]>([
  ['everything', {}, []],
  ['the position refused', { sharesPosition: false }, []],
  ['no answer about the position', { sharesPosition: null }, ['position']],
  ['an unproven phone number', { phoneIsProven: false }, ['phone']],
  ['no home and no test', { hasHome: false, testedAt: null }, ['home', 'test']],
  [
    'nothing',
    { phoneIsProven: false, hasHome: false, sharesPosition: null, testedAt: null },
    ['phone', 'home', 'position', 'test'],
  ],
])('the setup with %s lists what is missing', (_, differs, missing) => {
  expect(missingIn({ ...ready, ...differs })).toEqual(missing)
})

const home = { street: 'Götalandsvägen', number: '12 B', floor: '3 tr', doorName: 'Lind', doorCode: '1234', toKnow: '' }

test('a home address is trimmed; floor, door code and what to know are optional', () => {
  expect(parseForm(homeForm, { ...home, street: '  Götalandsvägen ' }, '')).toEqual({ ok: true, value: home })
  const { street, number, doorName } = home
  const least = { street, number, doorName, floor: '', doorCode: '', toKnow: '' }
  expect(parseForm(homeForm, { street, number, doorName }, '')).toEqual({ ok: true, value: least })
})

test.each([
  ['street', ''],
  ['number', ' '],
  ['doorName', ''],
  ['street', 'x'.repeat(81)],
  ['doorCode', '1'.repeat(31)],
  ['floor', 'tre\ntrappor'],
  ['toKnow', 'x'.repeat(301)],
])('%s as %j is refused at its field', (field, value) => {
  const read = parseForm(homeForm, { ...home, [field]: value }, '')
  expect(read.ok ? [] : Object.keys(read.fields)).toEqual([field])
})

test.each([
  ['street', 80],
  ['number', 12],
  ['floor', 30],
  ['doorName', 80],
  ['doorCode', 30],
  ['toKnow', 300],
])('%s has room for %i characters and no more', (field, longest) => {
  expect(parseForm(homeForm, { ...home, [field]: 'x'.repeat(longest) }, '').ok).toBe(true)
  expect(parseForm(homeForm, { ...home, [field]: 'x'.repeat(longest + 1) }, '').ok).toBe(false)
})
