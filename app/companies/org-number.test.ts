import { expect, test } from 'vitest'
import { isOrgNumber, orgNumberHint } from './org-number'

test.each([
  ['556016-0680', true],
  ['5560160680', true],
  ['165560160680', true],
  ['559999-0008', true],
  ['556016-0681', false],
  ['559999-0009', false],
  ['5560', false],
  ['abc', false],
])('isOrgNumber of "%s" is %s', (typed, right) => {
  expect(isOrgNumber(typed)).toBe(right)
})

test('the hint about an organisation number is shown for an invalid number, not for an empty field', () => {
  expect(orgNumberHint('  ')).toBeNull()
  expect(orgNumberHint('123')).toContain('fortsätta ändå')
})
