import { expect, test } from 'vitest'
import { newPostcodeForm, stateForm } from './postcode-form'
import { postcodeSearchFrom } from './read-postcodes.server'

const wrongIn = (given: Record<string, string>) => {
  const read = newPostcodeForm.safeParse({ code: '12540', name: 'Älvsjö', ...given })
  return read.success ? [] : read.error.issues.map(({ path }) => path[0])
}

test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [{ latitude: '90', longitude: '-180' }, []],
  [{ latitude: '-90,0', longitude: '180.0' }, []],
  [{ latitude: '90,1', longitude: '180,1' }, ['latitude', 'longitude']],
  [{ latitude: '-91', longitude: '-181' }, ['latitude', 'longitude']],
  [{ latitude: '1e1', longitude: '0x10' }, ['latitude', 'longitude']],
  [{ name: 'Å'.repeat(100) }, []],
  [{ name: 'Å'.repeat(101) }, ['name']],
  [{ code: '1 2 5 4 0' }, []],
  [{ code: '125400' }, ['code']],
])('the invalid fields of %j are %j', (given, wrong) => {
  expect(wrongIn(given)).toEqual(wrong)
})

test('reads a position with a decimal comma as a number, and an empty one as null', () => {
  expect(newPostcodeForm.parse({ code: '12540', name: 'Älvsjö', latitude: ' 59,2786 ', longitude: '' })).toMatchObject({
    latitude: 59.2786,
    longitude: null,
  })
})

test('a reason may have at most a thousand characters', () => {
  const isRead = (signs: number) => stateForm.safeParse({ state: 'closed', reason: 'x'.repeat(signs) }).success
  expect([isRead(1000), isRead(1001)]).toEqual([true, false])
})

test.each([
  ['q= 125 &visa=open&after=12540', { text: '125', state: 'open', after: '12540' }],
  ['q=&visa=toString&after=1254', { text: '', state: null, after: null }],
  [`q=${'x'.repeat(101)}`, { text: 'x'.repeat(100), state: null, after: null }],
])('reads a valid search from ?%s and ignores invalid parts', (query, search) => {
  expect(postcodeSearchFrom(new URLSearchParams(query))).toEqual(search)
})
