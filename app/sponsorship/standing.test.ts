import { expect, test } from 'vitest'
import type { SlotStatus } from './slot'
import { type Permit, type Standing, standingAfter, standingOfSeasonPartner, standingOfSponsor } from './standing'

const sponsor: Standing = { plan: 'sponsor', isPartner: true, security: 'pending' }
const onDuty: Standing = { plan: 'sponsor', isPartner: true, security: 'active' }
const slot = (kind: 'sponsor' | 'season', status: SlotStatus) => ({ kind, status })

test.each<[string, Standing, ReturnType<typeof slot>[], Permit, Standing]>([
  ['a reserved month keeps everything', sponsor, [slot('sponsor', 'reserved')], 'none', sponsor],
  [
    'the last month over: base',
    sponsor,
    [slot('sponsor', 'ended')],
    'none',
    { plan: 'base', isPartner: false, security: null },
  ],
  [
    'a season is left: its plan',
    sponsor,
    [slot('sponsor', 'released'), slot('season', 'active')],
    'none',
    { plan: 'season', isPartner: false, security: null },
  ],
  ['paid and permitted: on duty', sponsor, [slot('sponsor', 'active')], 'valid', onDuty],
  ['permitted: on duty, whatever is paid', sponsor, [slot('sponsor', 'reserved')], 'valid', onDuty],
  ['paid and not permitted: not on duty', sponsor, [slot('sponsor', 'active')], 'none', sponsor],
  ['a permit that ran out takes it off duty', onDuty, [slot('sponsor', 'active')], 'expired', sponsor],
  ['on duty while the next month is unpaid', onDuty, [slot('sponsor', 'reserved')], 'valid', onDuty],
  ['a guard company between its months', onDuty, [slot('sponsor', 'ended')], 'valid', { ...onDuty, plan: 'base' }],
  [
    'a partner that never sponsored is left alone',
    { ...onDuty, plan: 'season' },
    [slot('season', 'ended')],
    'valid',
    { ...onDuty, plan: 'base' },
  ],
  ['a permit is enough without a month', sponsor, [slot('sponsor', 'released')], 'valid', { ...onDuty, plan: 'base' }],
  [
    'a permit that ran out between its months leaves a guard company, off duty',
    onDuty,
    [slot('sponsor', 'ended')],
    'expired',
    { ...sponsor, plan: 'base' },
  ],
  [
    'a partner that never sponsored is one without a permit too, off duty',
    { ...onDuty, plan: 'season' },
    [slot('season', 'ended')],
    'none',
    { ...sponsor, plan: 'base' },
  ],
  [
    'nobody is a partner by a season, with whatever month beside it',
    { plan: 'season', isPartner: false, security: null },
    [slot('season', 'active'), slot('sponsor', 'active')],
    'none',
    { plan: 'season', isPartner: false, security: null },
  ],
  [
    'a sponsor’s month is left of a season: its plan',
    { ...sponsor, plan: 'season' },
    [slot('season', 'ended'), slot('sponsor', 'reserved')],
    'none',
    sponsor,
  ],
  [
    'base stays base',
    { plan: 'base', isPartner: false, security: null },
    [],
    'none',
    { plan: 'base', isPartner: false, security: null },
  ],
  [
    'a guard company on the base package is a partner by its permit',
    { plan: 'base', isPartner: false, security: null },
    [],
    'valid',
    { ...onDuty, plan: 'base' },
  ],
])('standing after a change of months or permit: %s', (_, before, slots, permit, after) => {
  expect(standingAfter(before, slots, permit)).toEqual(after)
})

test('applying as a sponsor makes a pending partner, or keeps an active one; a season changes only the plan', () => {
  const base: Standing = { plan: 'base', isPartner: false, security: null }
  expect([standingOfSponsor(base), standingOfSponsor({ ...onDuty, plan: 'base' })]).toEqual([sponsor, onDuty])
  expect([standingOfSeasonPartner(base), standingOfSeasonPartner(onDuty)]).toEqual([
    { ...base, plan: 'season' },
    { ...onDuty, plan: 'season' },
  ])
})
