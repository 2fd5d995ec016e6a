import { expect, test } from 'vitest'
import { isPersonsNumber, sellerOf } from './seller'

test.each([
  ['556016-0680', false],
  ['5560160680', false],
  ['802002-1234', false],
  ['640823-3234', true],
  ['19640823-3234', true],
  ['under registrering', false],
])('isPersonsNumber of "%s" is %s', (number, is) => {
  expect(isPersonsNumber(number)).toBe(is)
})

const stored = { name: 'Lind', org_number: '640823-3234', vat_number: 'SE640823323401', f_tax_stated: true }

test('the numbers of a sole trader are shown only to people who are logged in', () => {
  expect(sellerOf(stored, 'anybody')).toMatchObject({ orgNumber: null, vatNumber: null, isSoleTrader: true })
  expect(sellerOf(stored, 'signed in')).toMatchObject({ orgNumber: '640823-3234', vatNumber: 'SE640823323401' })
})

test('the numbers of a company are shown to everybody', () => {
  const company = { ...stored, org_number: '556016-0680', vat_number: 'SE556016068001' }
  expect(sellerOf(company, 'anybody')).toEqual({
    name: 'Lind',
    orgNumber: '556016-0680',
    vatNumber: 'SE556016068001',
    isSoleTrader: false,
    hasFTax: true,
  })
})
