import { expect, test } from 'vitest'
import type { Side } from '../booking'
import { EARLY_START } from '../withdrawal'
import { earlyStartOf } from './early-start'
import { saidView } from './said-view'

const now = new Date('2027-01-29T09:00:00Z')
const said = { early_start: EARLY_START, early_start_at: now }

test.each<[string, Side, Date | null, string, Record<string, string>, object | 'needed']>([
  ['required of a member for a job within fourteen days', 'member', null, '2027-02-12', {}, 'needed'],
  ['still required when the box has another value', 'member', null, '2027-02-12', { early: 'ja' }, 'needed'],
  ['stored when the member gives it', 'member', null, '2027-02-12', { early: 'on' }, said],
  ['left out for a job after the fourteen days', 'member', null, '2027-02-13', { early: 'on' }, {}],
  ['left out when it is already stored', 'member', now, '2027-02-12', { early: 'on' }, {}],
  ['left out when the company sends it', 'company', null, '2027-02-12', { early: 'on' }, {}],
])('the consent to an early start is required, stored or left out: %s', (_, by, earlyStartAt, day, values, answer) => {
  const startsAt = new Date(`${day}T09:00:00Z`)
  expect(earlyStartOf({ earlyStartAt }, by, startsAt, now, values, now)).toEqual(answer)
})

test.each([
  ['complete', 59_999, 'Räknas som genomförd kl. 10.01.00'],
  ['complete', 60_000, 'Räknas som genomförd alldeles strax'],
  ['mark as no-show', 0, 'Räknas kl. 10.01.00 som att kunden inte kom'],
  ['mark as no-show', 90_000, 'Räknas alldeles strax som att kunden inte kom'],
] as const)('saidView of “%s”, %i ms later: %s', (deed, after, what) => {
  expect(saidView({ deed, at: now }, new Date(now.getTime() + after))).toEqual({ what })
})
test('saidView returns null when nothing was said', () => {
  expect(saidView(null, now)).toBeNull()
})
