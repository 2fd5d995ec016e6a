import { expect, test } from 'vitest'
import { parseBooking } from './booking-form'

const id = '01a1fa7b-5906-731d-880d-3f8b23f1bbc7'
const form = { key: id, service: id, day: '2027-02-01', start: '2027-02-01T09:00:00.000Z' }
const fieldsOf = (given: Record<string, string>) => {
  const read = parseBooking({ ...form, ...given })
  return read.ok ? [] : Object.keys(read.fields)
}

test('what is not said is read as nothing, and what is ticked as so', () => {
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
] as const)('%s has room for %i signs, and no more', (field, most) => {
  expect([fieldsOf({ [field]: 'x'.repeat(most) }), fieldsOf({ [field]: 'x'.repeat(most + 1) })]).toEqual([[], [field]])
})

test.each([
  [{ service: '' }, ['service']],
  [{ day: '' }, ['day']],
  [{ start: '' }, ['start']],
  [{ start: '2027-02-01' }, ['start']],
  [{ phone: '12' }, ['phone']],
])('%o is refused at its field', (given, fields) => {
  expect(fieldsOf(given)).toEqual(fields)
})

test('a key or a service that is none is said above the form', () => {
  for (const given of [{ key: 'x' }, { service: 'x' }]) {
    const read = parseBooking({ ...form, ...given })
    expect(read).toMatchObject({ ok: false, fields: {} })
    expect(!read.ok && read.message).not.toBe('')
  }
})
