import { expect, test } from 'vitest'
import { countriesIn, isTextable } from './textable.server'

test.each([
  ['+46701740633', true],
  ['+46721740633', true],
  ['+46731740633', true],
  ['+46761740633', true],
  ['+46791740633', true],
  // A landline, premium rate, shared cost, toll-free, personal number, pager, VoIP.
  ['+4681234567', false],
  ['+469001234567', false],
  ['+46939123456', false],
  ['+46771234567', false],
  ['+4620123456', false],
  ['+46751234567', false],
  ['+46741234567', false],
  ['+46101234567', false],
  // Abroad: Norwegian, American, Latvian; Inmarsat, Iridium, and a country code that does not exist.
  ['+4740612345', false],
  ['+12025550123', false],
  ['+37121234567', false],
  ['+870772001234', false],
  ['+881612345678', false],
  ['+88213300000', false],
  ['+979123456789', false],
  ['112', false],
  ['', false],
])('%s may be sent SMS: %s', (phone, may) => {
  expect(isTextable(phone, ['SE'])).toBe(may)
})

test('accepts mobile numbers of other configured countries', () => {
  expect(isTextable('+4740612345', ['SE', 'NO'])).toBe(true)
  expect(isTextable('+4722123456', ['SE', 'NO'])).toBe(false)
  expect(countriesIn('SE, no')).toEqual(['SE', 'NO'])
  expect(countriesIn('Sverige')).toBeNull()
  expect(countriesIn('')).toBeNull()
})
