import { expect, test } from 'vitest'
import type { Month } from '~/shared/month'
import { type BadgeStep, badgeStep, badgesOf, planStep } from './badges'
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

const current = '2026-11' as const
test.each<[SlotStatus, string, boolean, BadgeStep]>([
  ['reserved', '2026-11', true, 'applied'],
  ['reserved', '2026-12', true, 'applied'],
  ['reserved', '2026-10', true, 'over'],
  ['active', '2026-11', false, 'unapproved'],
  ['active', '2026-12', false, 'unapproved'],
  ['active', '2026-12', true, 'to come'],
  ['active', '2026-11', true, 'shown'],
  ['active', '2026-10', true, 'over'],
  ['ended', '2026-11', true, 'over'],
  ['released', '2026-11', true, 'over'],
])('badge step of a month that is %s, in %s, of an approved company (%s): %s', (status, month, isApproved, step) => {
  expect(badgeStep({ status, month: month as Month }, { isApproved, isHidden: false, current })).toBe(step)
})

test.each<[SlotStatus, string, BadgeStep]>([
  ['reserved', '2026-11', 'applied'],
  ['active', '2026-11', 'hidden'],
  ['active', '2026-12', 'hidden'],
  ['active', '2026-10', 'over'],
])('a month that is %s, of %s, of a hidden company is %s', (status, month, step) => {
  const when = { isApproved: false, isHidden: true, current }
  expect(badgeStep({ status, month: month as Month }, when)).toBe(step)
})

test('the plan is described by the step of its furthest month', () => {
  const slot = (status: SlotStatus, month: Month) => ({ kind: 'sponsor', status, month }) as const
  const when = { isApproved: true, isHidden: false, current }
  expect(planStep([slot('reserved', '2026-11')], 'sponsor', when)).toBe('ansökt')
  expect(planStep([slot('reserved', '2026-11'), slot('active', '2026-12')], 'sponsor', when)).toBe(
    'betald, har inte börjat',
  )
  expect(planStep([slot('active', '2026-11'), slot('active', '2026-12')], 'sponsor', when)).toBe('syns nu')
  expect(planStep([slot('active', '2026-11')], 'season', when)).toBeNull()
  expect(planStep([slot('active', '2026-10'), slot('released', '2026-12')], 'sponsor', when)).toBeNull()
})

test('a company can have both badges or none', () => {
  const both = [
    { kind: 'sponsor', status: 'active' },
    { kind: 'season', status: 'active' },
  ] as const
  expect(badgesOf(both)).toEqual({ sponsorOfMonth: true, seasonPartner: true })
  expect(badgesOf([])).toEqual({ sponsorOfMonth: false, seasonPartner: false })
})

test('an ended or released month can be neither activated nor released', () => {
  expect(
    (['ended', 'released'] as const).flatMap((status) => [mayDo('activate', status), mayDo('release', status)]),
  ).toEqual([false, false, false, false])
})

test('the label of a month tells its state, and for an ended one whether it was paid', () => {
  const labels = (['reserved', 'active', 'released'] as const).map(
    (status) => slotLabel({ status, paidAt: null }).label,
  )
  expect(labels).toEqual(['Ansökt', 'Betald', 'Släppt'])
  expect(slotLabel({ status: 'ended', paidAt: null }).label).toBe('Avslutad utan betalning')
  expect(slotLabel({ status: 'ended', paidAt: new Date() }).label).toBe('Betald och avslutad')
})
