import { expect, test } from 'vitest'
import type { SlotStatus } from './slot'
import { type Permit, type Standing, standingAfter, standingOfSeasonPartner, standingOfSponsor } from './standing'

const sponsor: Standing = { plan: 'sponsor', isPartner: true, security: 'pending' }
const onDuty: Standing = { plan: 'sponsor', isPartner: true, security: 'active' }
const slot = (kind: 'sponsor' | 'season', status: SlotStatus) => ({ kind, status })

test.each<[string, Standing, ReturnType<typeof slot>[], Permit, Standing]>([
  ['a reserved month keeps everything', sponsor, [slot('sponsor', 'reserved')], 'none', sponsor],
  [
    'after the last month the package is the base',
    sponsor,
    [slot('sponsor', 'ended')],
    'none',
    { plan: 'base', isPartner: false, security: null },
  ],
  [
    'only a season month is left, and gives its package',
    sponsor,
    [slot('sponsor', 'released'), slot('season', 'active')],
    'none',
    { plan: 'season', isPartner: false, security: null },
  ],
  ['a paid month and a permit make an active guard company', sponsor, [slot('sponsor', 'active')], 'valid', onDuty],
  [
    'an unpaid month and a permit make an active guard company',
    sponsor,
    [slot('sponsor', 'reserved')],
    'valid',
    onDuty,
  ],
  [
    'a paid month without a permit makes no active guard company',
    sponsor,
    [slot('sponsor', 'active')],
    'none',
    sponsor,
  ],
  ['an expired permit ends active status', onDuty, [slot('sponsor', 'active')], 'expired', sponsor],
  [
    'an active guard company stays active while a month is unpaid',
    onDuty,
    [slot('sponsor', 'reserved')],
    'valid',
    onDuty,
  ],
  [
    'a guard company between its months stays active',
    onDuty,
    [slot('sponsor', 'ended')],
    'valid',
    { ...onDuty, plan: 'base' },
  ],
  [
    'a partner that never sponsored is left alone',
    { ...onDuty, plan: 'season' },
    [slot('season', 'ended')],
    'valid',
    { ...onDuty, plan: 'base' },
  ],
  [
    'a permit without a month makes an active guard company',
    sponsor,
    [slot('sponsor', 'released')],
    'valid',
    { ...onDuty, plan: 'base' },
  ],
  [
    'an expired permit between months leaves an inactive guard company',
    onDuty,
    [slot('sponsor', 'ended')],
    'expired',
    { ...sponsor, plan: 'base' },
  ],
  [
    'a partner that never sponsored stays an inactive partner without a permit',
    { ...onDuty, plan: 'season' },
    [slot('season', 'ended')],
    'none',
    { ...sponsor, plan: 'base' },
  ],
  [
    'a season month never makes a partner',
    { plan: 'season', isPartner: false, security: null },
    [slot('season', 'active'), slot('sponsor', 'active')],
    'none',
    { plan: 'season', isPartner: false, security: null },
  ],
  [
    'only a sponsor month is left, and gives its package',
    { ...sponsor, plan: 'season' },
    [slot('season', 'ended'), slot('sponsor', 'reserved')],
    'none',
    sponsor,
  ],
  [
    'the base package stays without months',
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
