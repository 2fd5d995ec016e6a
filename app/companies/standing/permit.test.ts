import { expect, test } from 'vitest'
import { isCalledIn, isDispatchable, isPermitValid, whyNotDispatched } from './permit'

const today = '2026-11-20'
const active = {
  name: 'Vakt AB',
  orgNumber: '556016-0680',
  isSecurityPartner: true,
  securityStatus: 'active',
  reviewState: 'approved',
  isGone: false,
  ownerMayAct: true,
}
const permit = { validUntil: '2027-01-31', name: 'Vakt AB', orgNumber: '556016-0680', areas: ['12540'] }

test.each([
  ['no permit', null, false],
  ['valid until tomorrow', { validUntil: '2026-11-21' }, true],
  ['valid until today', { validUntil: today }, true],
  ['valid until yesterday', { validUntil: '2026-11-19' }, false],
])('permit validity: %s', (_, held, valid) => {
  expect(isPermitValid(held, today)).toBe(valid)
})

test.each([
  ['an active partner', active, permit, null],
  ['a company waiting for review', { ...active, reviewState: 'waiting' }, permit, 'väntar på granskning'],
  [
    'a company that is not a security partner',
    { ...active, isSecurityPartner: false },
    permit,
    'inte trygghetspartner',
  ],
  ['a partner whose status is pending', { ...active, securityStatus: 'pending' }, permit, 'inte i bruk'],
  ['a partner without a status', { ...active, securityStatus: null }, permit, 'inte i bruk'],
  ['a hidden company', { ...active, reviewState: 'hidden' }, permit, 'dolt'],
  ['a deleted company', { ...active, isGone: true }, permit, 'borttaget'],
  ['an owner who may not act', { ...active, ownerMayAct: false }, permit, 'Ägarens konto'],
  ['a partner without a permit', active, null, 'Inget tillstånd'],
  ['an expired permit', active, { ...permit, validUntil: '2026-11-19' }, 'gått ut'],
  ['a name that differs from the permit', { ...active, name: 'Polisen Älvsjö' }, permit, 'annat namn'],
  ['a registration number that differs from the permit', { ...active, orgNumber: '556016-0681' }, permit, 'annat namn'],
  ['a permit without an area', active, { ...permit, areas: [] }, 'Inget område'],
])('isDispatchable is right, and the reason if not is named: %s', (_, company, held, reason) => {
  expect(isDispatchable(company, held, today)).toBe(reason === null)
  const why = whyNotDispatched(company, held, today)
  if (reason === null) expect(why).toBeNull()
  else expect(why).toContain(reason)
})

test('a dispatchable company is called in its areas only', () => {
  const called = (postcode: string) => isCalledIn(active, { ...permit, areas: ['12540', '12541'] }, postcode, today)
  expect(['12540', '12541', '12542'].map(called)).toEqual([true, true, false])
  expect(isCalledIn({ ...active, reviewState: 'waiting' }, permit, '12540', today)).toBe(false)
})
