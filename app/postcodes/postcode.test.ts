import { expect, test } from 'vitest'
import { areaName, formatPostcode, postcodeInText, postcodesInText } from './postcode'

test('an area is called by its name and number, and an unknown one by its number', () => {
  expect(areaName('12540', { name: 'Älvsjö' })).toBe('Älvsjö, 125 40')
  expect(areaName('12599', null)).toBe('125 99')
})

test('postcodeInText uses a non-breaking space', () => {
  expect(postcodeInText('12540')).toBe('125\u00a040')
  expect(formatPostcode('12540')).toBe('125 40')
})

test('lists several postcodes with commas and "och"', () => {
  const words = (...codes: string[]) => postcodesInText(codes).replaceAll('\u00a0', ' ')
  expect(words('12540')).toBe('125 40')
  expect(words('12531', '12540')).toBe('125 31 och 125 40')
  expect(words('12531', '12540', '12548')).toBe('125 31, 125 40 och 125 48')
})
