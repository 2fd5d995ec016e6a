import { expect, test } from 'vitest'
import { isDispatchable, isPermitValid, whyNotDispatched } from './permit'

const today = '2026-11-20'
const active = { isSecurityPartner: true, securityStatus: 'active', reviewState: 'approved', isGone: false }
const permit = { validUntil: '2027-01-31' }

test.each([
  ['none', null, false],
  ['until tomorrow', { validUntil: '2026-11-21' }, true],
  ['until today', { validUntil: today }, true],
  ['until yesterday', { validUntil: '2026-11-19' }, false],
])('a permit: %s', (_, held, valid) => {
  expect(isPermitValid(held, today)).toBe(valid)
})

test.each([
  ['an active partner', active, permit, null],
  ['one that waits for a look is visible and called', { ...active, reviewState: 'waiting' }, permit, null],
  ['no partner', { ...active, isSecurityPartner: false }, permit, 'inte trygghetspartner'],
  ['not active', { ...active, securityStatus: 'pending' }, permit, 'inte aktiverat'],
  ['no status', { ...active, securityStatus: null }, permit, 'inte aktiverat'],
  ['hidden', { ...active, reviewState: 'hidden' }, permit, 'dolt'],
  ['gone', { ...active, isGone: true }, permit, 'borttaget'],
  ['no permit', active, null, 'Inget tillstånd'],
  ['a permit that ran out', active, { validUntil: '2026-11-19' }, 'gått ut'],
])('%s', (_, company, held, reason) => {
  expect(isDispatchable(company, held, today)).toBe(reason === null)
  const why = whyNotDispatched(company, held, today)
  if (reason === null) expect(why).toBeNull()
  else expect(why).toContain(reason)
})
