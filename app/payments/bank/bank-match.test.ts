import { expect, test } from 'vitest'
import type { ChargeKind, ChargeStatus } from '../charge'
import { referenceFrom } from '../reference'
import { type Match, matchRows, nameOfPayment, type PaidBy } from './bank-match'

const reference = referenceFrom(100_001)
const charge = {
  id: 'c1',
  reference,
  kind: 'member' as ChargeKind,
  status: 'open' as ChargeStatus,
  isPayerHere: true,
  gross: 39_00,
}
const row = (amount: number, text = reference) => ({ position: 1, bookedOn: '2026-11-18', amount, text })
const matches = (rows: ReturnType<typeof row>[], given: Partial<typeof charge> = {}) =>
  matchRows(rows, { charges: new Map([[reference, { ...charge, ...given }]]) }).map(({ match }) => match)

test.each<[string, number, Match]>([
  ['the exact amount', 39_00, 'match'],
  ['an öre too little', 38_99, 'wrong amount'],
  ['an öre too much', 39_01, 'wrong amount'],
  ['twice as much', 78_00, 'wrong amount'],
  ['a single öre', 1, 'wrong amount'],
  ['an outgoing amount', -39_00, 'went out'],
  ['an amount of zero', 0, 'went out'],
])('matching against a charge of 39 kr: %s', (_, amount, match) => {
  expect(matches([row(amount)])).toEqual([match])
})

test('the first of several rows that fits a charge is its payment, and the next is "paid twice"', () => {
  expect(matches([row(40_00), row(39_00), row(39_00)])).toEqual(['wrong amount', 'match', 'paid twice'])
})

test('a row for a charge that is paid, or struck and not payable, is not booked even if the amount fits', () => {
  expect(matches([row(39_00)], { status: 'paid' })).toEqual(['paid before'])
  expect(matches([row(39_00)], { status: 'struck', kind: 'sponsor' })).toEqual(['no longer asked for'])
  expect(matches([row(39_00)], { status: 'struck', isPayerHere: false })).toEqual(['no longer asked for'])
})

test('a row without a reference matches no charge', () => {
  expect(matches([row(39_00, 'tack')])).toEqual(['no reference'])
})

test.each<[string, PaidBy, string | null, Match]>([
  ['was marked as paid by hand', { method: 'swish', externalId: null }, 'SE1 A1', 'paid before'],
  ['was reported by Swish', { method: 'swish', externalId: 'swish 7' }, 'SE1 A1', 'paid before'],
  ['was in another file', { method: 'swish', externalId: nameOfPayment('SE1 A1') }, 'SE1 A1', 'paid before'],
  ['is in a file without ids', { method: 'swish', externalId: nameOfPayment('SE1 A1') }, null, 'paid before'],
  ['has another id at the bank', { method: 'swish', externalId: nameOfPayment('SE1 A2') }, 'SE1 A1', 'paid twice'],
  ['was made by card', { method: 'card', externalId: 'pi_1' }, 'SE1 A1', 'paid twice'],
])('a row matches correctly when the payment of its charge %s', (_, paid, name, match) => {
  const known = {
    charges: new Map([[reference, { ...charge, status: 'paid' as const }]]),
    payments: new Map([['c1', paid]]),
  }
  expect(matchRows([{ ...row(39_00), name }], known).map((one) => one.match)).toEqual([match])
})

test('a row with two references matches the one charge whose amount fits, and none if both fit', () => {
  const other = referenceFrom(100_002)
  const charges = (gross: number) =>
    new Map([
      [reference, charge],
      [other, { ...charge, id: 'c2', reference: other, gross }],
    ])
  const both = row(39_00, `${other} och ${reference}`)
  expect(matchRows([both], { charges: charges(40_00) })).toMatchObject([{ match: 'match', charge: { id: 'c1' } }])
  expect(matchRows([both], { charges: charges(39_00) })).toMatchObject([{ match: 'many references' }])
})

test('a row marked as reversed, unbooked, foreign, unreadable or summed never matches a charge', () => {
  for (const because of ['reversal', 'not booked', 'foreign currency', 'unreadable', 'sum of many'] as const) {
    const rows = [{ ...row(39_00), because }, row(39_00)]
    expect(matchRows(rows, { charges: new Map([[reference, charge]]) }).map(({ match }) => match)).toEqual([
      because,
      'match',
    ])
  }
  expect(matchRows([{ ...row(-39_00), because: 'reversal' }], { charges: new Map() })).toMatchObject([
    { match: 'reversal' },
  ])
})
