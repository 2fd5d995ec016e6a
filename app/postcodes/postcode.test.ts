import { expect, test } from 'vitest'
import { areaName } from './postcode'

test('an area is called by its name, and a strange one by its number', () => {
  expect(areaName('12540', { name: 'Älvsjö' })).toBe('Älvsjö, 125 40')
  expect(areaName('12599', null)).toBe('125 99')
})
