import { expect, test } from 'vitest'
import { areaName, formatPostcode, postcodeInText, postcodesInText } from './postcode'

test('an area is called by its name, and a strange one by its number', () => {
  expect(areaName('12540', { name: 'Älvsjö' })).toBe('Älvsjö, 125 40')
  expect(areaName('12599', null)).toBe('125 99')
})

test('in a sentence a postcode is never broken over two lines', () => {
  expect(postcodeInText('12540')).toBe('125\u00a040')
  expect(formatPostcode('12540')).toBe('125 40')
})

test('several in a sentence are told as one says them', () => {
  const words = (...codes: string[]) => postcodesInText(codes).replaceAll('\u00a0', ' ')
  expect(words('12540')).toBe('125 40')
  expect(words('12531', '12540')).toBe('125 31 och 125 40')
  expect(words('12531', '12540', '12548')).toBe('125 31, 125 40 och 125 48')
})
