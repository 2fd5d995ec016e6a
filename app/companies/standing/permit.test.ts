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
  ['none', null, false],
  ['until tomorrow', { validUntil: '2026-11-21' }, true],
  ['until today', { validUntil: today }, true],
  ['until yesterday', { validUntil: '2026-11-19' }, false],
])('permit validity: %s', (_, held, valid) => {
  expect(isPermitValid(held, today)).toBe(valid)
})

test.each([
  ['an active partner', active, permit, null],
  ['one that waits for a look', { ...active, reviewState: 'waiting' }, permit, 'väntar på granskning'],
  ['no partner', { ...active, isSecurityPartner: false }, permit, 'inte trygghetspartner'],
  ['not active', { ...active, securityStatus: 'pending' }, permit, 'inte i bruk'],
  ['no status', { ...active, securityStatus: null }, permit, 'inte i bruk'],
  ['hidden', { ...active, reviewState: 'hidden' }, permit, 'dolt'],
  ['gone', { ...active, isGone: true }, permit, 'borttaget'],
  ['an owner who may not act', { ...active, ownerMayAct: false }, permit, 'Ägarens konto'],
  ['no permit', active, null, 'Inget tillstånd'],
  ['a permit that ran out', active, { ...permit, validUntil: '2026-11-19' }, 'gått ut'],
  ['another name than on the permit', { ...active, name: 'Polisen Älvsjö' }, permit, 'annat namn'],
  ['another number than on the permit', { ...active, orgNumber: '556016-0681' }, permit, 'annat namn'],
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
