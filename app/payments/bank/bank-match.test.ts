import { expect, test } from 'vitest'
import type { ChargeKind, ChargeStatus } from '../charge'
import { referenceFrom } from '../reference'
import { type Match, matchRows } from './bank-match'

const reference = referenceFrom(100_001)
const charge = { id: 'c1', reference, kind: 'member' as ChargeKind, status: 'open' as ChargeStatus, gross: 39_00 }
const row = (amount: number, text = reference) => ({ position: 1, bookedOn: '2026-11-18', amount, text })
const matches = (rows: ReturnType<typeof row>[], given: Partial<typeof charge> = {}) =>
  matchRows(rows, new Map([[reference, { ...charge, ...given }]])).map(({ match }) => match)

test.each<[string, number, Match]>([
  ['what was asked for, to the öre', 39_00, 'match'],
  ['an öre too little', 38_99, 'wrong amount'],
  ['an öre too much', 39_01, 'wrong amount'],
  ['twice as much', 78_00, 'wrong amount'],
  ['what went out', -39_00, 'went out'],
  ['nothing', 0, 'went out'],
])('%s', (_, amount, match) => {
  expect(matches([row(amount)])).toEqual([match])
})

test('of two lines for one charge the first that fits is its payment', () => {
  expect(matches([row(40_00), row(39_00), row(39_00)])).toEqual(['wrong amount', 'match', 'paid twice'])
})

test('what is paid or no longer asked for is not booked, however well the amount fits', () => {
  expect(matches([row(39_00)], { status: 'paid' })).toEqual(['paid before'])
  expect(matches([row(39_00)], { status: 'struck', kind: 'sponsor' })).toEqual(['no longer asked for'])
})

test('a line without a number that we asked with is nobody’s', () => {
  expect(matches([row(39_00, 'tack')])).toEqual(['no reference'])
})
