import { expect, test } from 'vitest'
import { formatPhone, parsePhone } from './phone'

test.each([
  ['070-123 45 67', '+46701234567'],
  ['0701234567', '+46701234567'],
  ['+46 70 123 45 67', '+46701234567'],
  ['0046701234567', '+46701234567'],
  ['08-123 456 78', '+46812345678'],
  ['+47 22 12 34 56', '+4722123456'],
  ['\u202a070-123 45 67\u202c', '+46701234567'],
  ['070\u2011123\u202f45\u00a067', '+46701234567'],
  ['abc', null],
  ['', null],
  ['112', null],
  ['07012345678901234', null],
  ['070-123 45 67\nBcc: x', null],
])('parses %j as %s', (typed, stored) => {
  expect(parsePhone(typed)).toBe(stored)
})

test('formats a Swedish number in the national form', () => {
  expect(formatPhone('+46701234567')).toBe('070-123 45 67')
})
