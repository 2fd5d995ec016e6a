import { expect, test } from 'vitest'
import type { SlotStatus } from './slot'
import { type Permit, type Standing, standingAfter } from './standing'

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
])('%s', (_, before, slots, permit, after) => {
  expect(standingAfter(before, slots, permit)).toEqual(after)
})
