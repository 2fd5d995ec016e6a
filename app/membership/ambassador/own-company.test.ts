import { expect, test } from 'vitest'
import { isOwnCompany } from './own-company'

const company = { ownerId: 'o', phone: '+46812345678', email: 'hej@bolaget.example' }
const stranger = { id: 'm', phone: '+46701740601', email: 'alva@exempel.se' }

test.each([
  ['a neighbour', stranger, false],
  ['a neighbour without a number', { ...stranger, phone: null }, false],
  ['the owner', { ...stranger, id: 'o' }, true],
  ['the company’s number', { ...stranger, phone: '+46812345678' }, true],
  ['the company’s address', { ...stranger, email: 'hej@bolaget.example' }, true],
])('isOwnCompany is right for %s', (_, member, own) => {
  expect(isOwnCompany(company, member)).toBe(own)
})
