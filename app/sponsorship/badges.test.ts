import { expect, test } from 'vitest'
import { badgesOf } from './badges'
import { mayDo, type SlotStatus, slotLabel } from './slot'

test.each<[SlotStatus, boolean]>([
  ['reserved', false],
  ['active', true],
  ['ended', false],
  ['released', false],
])('a month that is %s gives a badge: %s', (status, given) => {
  expect(badgesOf([{ kind: 'sponsor', status }])).toEqual({ sponsorOfMonth: given, seasonPartner: false })
  expect(badgesOf([{ kind: 'season', status }])).toEqual({ sponsorOfMonth: false, seasonPartner: given })
})

test('both badges, and none', () => {
  const both = [
    { kind: 'sponsor', status: 'active' },
    { kind: 'season', status: 'active' },
  ] as const
  expect(badgesOf(both)).toEqual({ sponsorOfMonth: true, seasonPartner: true })
  expect(badgesOf([])).toEqual({ sponsorOfMonth: false, seasonPartner: false })
})

test('a month that is over can be neither activated nor released', () => {
  expect(
    (['ended', 'released'] as const).flatMap((status) => [mayDo('activate', status), mayDo('release', status)]),
  ).toEqual([false, false, false, false])
})

test('a month that ended without a payment says so', () => {
  expect(slotLabel({ status: 'ended', paidAt: null }).label).toBe('Avslutad utan betalning')
  expect(slotLabel({ status: 'ended', paidAt: new Date() }).label).toBe('Betald och avslutad')
})
