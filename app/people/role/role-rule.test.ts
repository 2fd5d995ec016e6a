import { expect, test } from 'vitest'
import type { Role } from '~/shared/role'
import { whyNotRole } from './role-rule'

test.each<[Role, boolean, boolean, RegExp | null]>([
  ['member', false, false, null],
  ['admin', true, false, null],
  ['admin', false, true, /inte bekräftat/],
  ['company', true, true, null],
  ['company', false, true, /inte bekräftat/],
  ['company', true, false, /inget registrerat företag/],
])('%s of a person with a proven address (%s) and a company (%s)', (role, emailVerified, hasCompany, why) => {
  expect(whyNotRole(role, { emailVerified, hasCompany }) ?? '').toMatch(why ?? /^$/)
})
