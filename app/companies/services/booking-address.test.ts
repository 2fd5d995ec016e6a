import { expect, test } from 'vitest'
import { mayBookAt } from './booking-address'

test.each([
  ['a visitor', null, true],
  ['a member who lives there', { role: 'member', postcode: '12540' }, true],
  ['a member who lives elsewhere', { role: 'member', postcode: '12531' }, false],
  ['a company', { role: 'company', postcode: '12540' }, false],
  ['an admin', { role: 'admin', postcode: '12540' }, false],
] as const)('mayBookAt decides whether %s may book in the postcode', (_, reader, may) => {
  expect(mayBookAt(reader, { postcode: '12540' })).toBe(may)
})
