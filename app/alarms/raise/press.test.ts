import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySign } from '../../../test/support/model/any-sign'
import { parsePress, saysTheSame } from './press'

test('parsePress refuses only an empty message, whatever else the form holds', () => {
  const form = fc.dictionary(
    fc.constantFrom('key', 'message', 'latitude', 'longitude', 'accuracy', 'test', 'role', '__proto__'),
    fc.string({ unit: anySign }),
  )
  fc.assert(
    fc.property(form, (values) => {
      const press = parsePress(values)
      if (!press.ok) {
        expect(press).toMatchObject({ title: 'Meddelande saknas', fields: { message: 'Beskriv vad som hänt' } })
        return
      }
      // Characters that PostgreSQL cannot store are removed.
      expect(press.value.message).not.toContain('\u0000')
      expect(press.value.message.isWellFormed()).toBe(true)
      expect(press.value.message).toBe(press.value.message.trim())
    }),
  )
})

test.each([
  [
    { latitude: '59.2786', longitude: '18.0093', accuracy: '8.6' },
    { latitude: 59.2786, longitude: 18.0093, accuracyM: 9 },
  ],
  [
    { latitude: '-33', longitude: '151' },
    { latitude: -33, longitude: 151, accuracyM: null },
  ],
  [
    { latitude: '59.2', longitude: '18.0', accuracy: 'nära' },
    { latitude: 59.2, longitude: 18, accuracyM: null },
  ],
  [
    { latitude: '90', longitude: '180', accuracy: '1000000' },
    { latitude: 90, longitude: 180, accuracyM: 1_000_000 },
  ],
  [
    { latitude: '-90', longitude: '-180', accuracy: '0' },
    { latitude: -90, longitude: -180, accuracyM: 0 },
  ],
  [
    { latitude: '59', longitude: '18', accuracy: '1000000.1' },
    { latitude: 59, longitude: 18, accuracyM: null },
  ],
  [
    { latitude: '59', longitude: '18', accuracy: '-0.1' },
    { latitude: 59, longitude: 18, accuracyM: null },
  ],
  [{ latitude: '90.001', longitude: '18' }, null],
  [{ latitude: '-90.001', longitude: '18' }, null],
  [{ latitude: '59', longitude: '180.001' }, null],
  [{ latitude: '59', longitude: '-180.001' }, null],
  [{ latitude: '91', longitude: '18' }, null],
  [{ latitude: '59.2' }, null],
  [{ latitude: '', longitude: '' }, null],
  [{ latitude: '1e1', longitude: '0x12' }, null],
])('parsePress reads %j as the position %j', (values, position) => {
  const press = parsePress({ message: 'Hjälp', ...values })
  expect(press.ok && press.value.position).toEqual(position)
})

test('place and hiding are read, and invalid values never stop an alarm', () => {
  const read = (values: Record<string, string>) => {
    const press = parsePress({ message: 'Hjälp', ...values })
    return press.ok && [press.value.message, press.value.place, press.value.isHiding]
  }
  expect(read({})).toEqual(['Hjälp', null, false])
  expect(read({ place: 'home', hides: 'on', elsewhere: 'Älvsjö' })).toEqual(['Hjälp', 'home', true])
  expect(read({ place: 'constructor', hides: 'yes' })).toEqual(['Hjälp', null, false])
  expect(read({ place: 'elsewhere', elsewhere: 'Älvsjö' })).toEqual(['Hjälp\nPlats: Älvsjö', 'elsewhere', false])
})

test('a press to another place says the same after having waited offline', () => {
  const values = { message: 'Hjälp', place: 'elsewhere', elsewhere: 'Älvsjö' }
  const [first, later] = [parsePress(values), parsePress({ ...values, waited: '600' })]
  if (!first.ok || !later.ok) throw new Error('unreachable')
  expect(later.value.message).toMatch(/Plats: Älvsjö\n\(Skrevs för 10 minuter sedan/)
  expect(saysTheSame(first.value.message, later.value.message)).toBe(true)
})

test('a press is a test only if ticked, and a press to another place has no position', () => {
  const read = (values: Record<string, string>) => {
    const press = parsePress({ message: 'Hjälp', latitude: '59', longitude: '18', ...values })
    return press.ok && [press.value.isTest, press.value.position !== null]
  }
  expect([read({}), read({ test: 'on' }), read({ test: 'off' })]).toEqual([
    [false, true],
    [true, true],
    [false, true],
  ])
  expect(read({ place: 'elsewhere' })).toEqual([false, false])
})

test('bidi override characters are removed from the message and the place, but never all of a message', () => {
  const read = (message: string) => {
    const press = parsePress({ message })
    return press.ok ? press.value.message : null
  }
  expect(read('\u202etuls cba\n\u2067kom nu\u2069')).toBe('tuls cba\nkom nu')
  expect(read('\u200fעזרה\u200e')).toBe('\u200fעזרה\u200e')
  expect(read('\u202e')).toBe('\u202e')
  const elsewhere = parsePress({ message: 'Hjälp', place: 'elsewhere', elsewhere: '\u202eTorget' })
  expect(elsewhere).toMatchObject({ value: { message: expect.stringMatching(/^[^\u202e]*Torget[^\u202e]*$/) } })
})
