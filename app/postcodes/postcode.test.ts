import { expect, test } from 'vitest'
import { areaName, formatPostcode, postcodeInText } from './postcode'

test('an area is called by its name, and a strange one by its number', () => {
  expect(areaName('12540', { name: 'Älvsjö' })).toBe('Älvsjö, 125 40')
  expect(areaName('12599', null)).toBe('125 99')
})

test('in a sentence a postcode is never broken over two lines', () => {
  expect(postcodeInText('12540')).toBe('125\u00a040')
  expect(formatPostcode('12540')).toBe('125 40')
})
