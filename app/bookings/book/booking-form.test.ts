import { describe, expect, test } from 'vitest'
import { type BookSearch, bookAddress, readBookSearch, repeatAddress } from './book-address'
import { parseBooking } from './booking-form'

const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
const form = { key: id, service: id, day: '2027-02-01', start: '2027-02-01T09:00:00.000Z' }
const fieldsOf = (given: Record<string, string>) => {
  const read = parseBooking({ ...form, ...given })
  return read.ok ? [] : Object.keys(read.fields)
}

test('parseBooking gives defaults for missing fields and normalises the ones that are sent', () => {
  const read = parseBooking(form)
  expect(read).toMatchObject({
    ok: true,
    value: {
      key: id,
      service: id,
      start: Date.parse('2027-02-01T09:00:00Z'),
      seen: '',
      address: null,
      phone: null,
      note: '',
      holidays: false,
      days: '',
      early: false,
    },
  })
  const more = {
    weeks: '2',
    holidays: 'on',
    early: 'on',
    address: ' Provgatan 1 ',
    phone: '070-174 06 44',
    note: 'Hund',
  }
  expect(parseBooking({ ...form, ...more })).toMatchObject({
    value: { weeks: 2, holidays: true, early: true, address: 'Provgatan 1', phone: '+46701740644', note: 'Hund' },
  })
  expect(parseBooking({ ...form, weeks: '3', holidays: 'yes', early: 'true' })).toMatchObject({
    value: { weeks: undefined, holidays: false, early: false },
  })
})

test.each([
  ['seen', 300],
  ['address', 300],
  ['note', 1000],
  ['days', 200],
] as const)('%s may have %i characters and no more', (field, most) => {
  expect([fieldsOf({ [field]: 'x'.repeat(most) }), fieldsOf({ [field]: 'x'.repeat(most + 1) })]).toEqual([[], [field]])
})

test.each([
  [{ service: '' }, ['service']],
  [{ day: '' }, ['day']],
  [{ start: '' }, ['start']],
  [{ start: '2027-02-01' }, ['start']],
  [{ phone: '12' }, ['phone']],
])('%o is refused with an error at its field', (given, fields) => {
  expect(fieldsOf(given)).toEqual(fields)
})

test('an invalid key or service id is refused with a message above the form', () => {
  for (const given of [{ key: 'x' }, { service: 'x' }]) {
    const read = parseBooking({ ...form, ...given })
    expect(read).toMatchObject({ ok: false, fields: {} })
    expect(!read.ok && read.message).not.toBe('')
  }
})

describe('the address of the page', () => {
  const ids = Array.from({ length: 7 }, (_, at) => `01a1fa7b-5906-731d-880d-3f8b23f1bbc${at}`)
  const [service = '', after = '', one = '', two = ''] = ids
  const read = (search: string | [string, string][]) => readBookSearch(new URLSearchParams(search))
  const whole: BookSearch = {
    text: 'fönster & häck',
    category: 'cleaning',
    after,
    service,
    also: [one, two],
    day: '2027-02-01',
  }

  test('bookAddress and readBookSearch round-trip a search, and leave out what is empty', () => {
    const address = bookAddress(whole)
    expect(read(address.slice(address.indexOf('?')))).toEqual(whole)
    expect(bookAddress({})).toBe('/dashboard/customer/book')
    expect(bookAddress({ text: '', category: null, after: null, service: null, also: [], day: null })).toBe(
      '/dashboard/customer/book',
    )
    expect(bookAddress({ service, also: [one], day: '2027-02-01' })).toBe(
      `/dashboard/customer/book?service=${service}&also=${one}&day=2027-02-01`,
    )
    expect(repeatAddress({ service, day: '2027-02-01' })).toBe(
      `/dashboard/customer/book/repeat?service=${service}&day=2027-02-01`,
    )
  })

  test.each<[string, string, Partial<BookSearch>]>([
    ['an empty search', '', {}],
    ['blank values', 'q=%20%20&category=', {}],
    ['invalid ids', `service=x&after=${after}x&also=x`, {}],
    ['a date that does not exist', 'day=2027-02-30', {}],
    ['words surrounded by blanks', 'q=%20h%C3%A4ck%20', { text: 'häck' }],
  ])('readBookSearch ignores what is empty or invalid, and trims words: %s', (_, search, given) => {
    expect(read(search)).toEqual({ text: '', category: null, after: null, service: null, day: null, ...given })
  })

  test('readBookSearch cuts words at 100 characters, and keeps at most five further services, each once', () => {
    const long = 'å'.repeat(101)
    const { text, category } = read([
      ['q', `b${long}`],
      ['category', `c${long}`],
    ])
    expect([text, category]).toEqual([`b${long.slice(0, 99)}`, `c${long.slice(0, 99)}`])
    const also = [...ids, ...ids].map((id): [string, string] => ['also', id])
    expect(read(also).also).toEqual(ids.slice(0, 5))
    expect(read([['also', one]]).also).toEqual([one])
    expect('also' in read('')).toBe(false)
  })
})
