import { expect, test } from 'vitest'
import { isPersonsNumber, sellerOf } from './seller'

test.each([
  ['556016-0680', false],
  ['5560160680', false],
  ['802002-1234', false],
  ['640823-3234', true],
  ['19640823-3234', true],
  ['under registrering', false],
])('%s is a person’s number: %s', (number, is) => {
  expect(isPersonsNumber(number)).toBe(is)
})

const stored = { name: 'Lind', org_number: '640823-3234', vat_number: 'SE640823323401', f_tax_stated: true }

test('a sole trader’s number is a person’s, and is told to who is logged in alone', () => {
  expect(sellerOf(stored, 'anybody')).toMatchObject({ orgNumber: null, vatNumber: null, isSoleTrader: true })
  expect(sellerOf(stored, 'signed in')).toMatchObject({ orgNumber: '640823-3234', vatNumber: 'SE640823323401' })
})

test('a company’s is told to everybody', () => {
  const company = { ...stored, org_number: '556016-0680', vat_number: 'SE556016068001' }
  expect(sellerOf(company, 'anybody')).toEqual({
    name: 'Lind',
    orgNumber: '556016-0680',
    vatNumber: 'SE556016068001',
    isSoleTrader: false,
    hasFTax: true,
  })
})
