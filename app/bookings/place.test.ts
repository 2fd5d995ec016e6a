import { expect, test } from 'vitest'
import { whereFor } from './place'

const company = { name: 'Lind Städ', address: 'Firmavägen 1' }

test.each([
  ['member', 'customer', 'Hemvägen 2', 'Hemvägen 2'],
  ['company', 'customer', 'Hemvägen 2', 'Hemvägen 2'],
  // The address is null after the account has been deleted, and in bookings from before it was asked for. Then the
  // company's address must not be shown instead.
  ['member', 'customer', null, 'Hemma hos dig'],
  ['company', 'customer', null, 'Hemma hos kunden'],
  ['member', 'company', null, 'Hos Lind Städ, Firmavägen 1'],
  ['company', 'company', null, 'Hos er'],
] as const)('whereFor the %s, of a job at the %s with the address %s, is: %s', (side, place, address, words) => {
  expect(whereFor(side, { place, address, company })).toBe(words)
})
