import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { closedDaysForm } from './closed-days'

const [yesterday, today, last] = ['2027-02-02', '2027-02-03', '2029-02-03']
const parse = (values: Record<string, string>) => parseForm(closedDaysForm(today, last), values, 'Nej')

test.each([
  ['a single day, which ends as it begins', { from: '2027-03-01' }, '2027-03-01', '2027-03-01'],
  ['today', { from: today, to: '' }, today, today],
  ['a span that began yesterday and ends today', { from: yesterday, to: today }, yesterday, today],
  ['a span until the last day that can be planned', { from: '2029-01-20', to: last }, '2029-01-20', last],
  ['the last day that can be planned', { from: last }, last, last],
])('%s can be closed', (_, values, from, to) => {
  expect(valueFrom(parse(values))).toEqual({ from, to, reason: '', note: '' })
})

test.each([
  ['a day in words', { from: 'igår' }, { from: 'Skriv datumet som år, månad och dag, till exempel 2026-11-20' }],
  ['an empty first day', { from: '' }, { from: 'Välj den första dagen' }],
  [
    'a day after the last that can be planned',
    { from: '2029-02-04' },
    { from: 'Så långt fram går det inte att planera än' },
  ],
  [
    'an end after the last day that can be planned',
    { from: '2029-02-01', to: '2029-02-04' },
    { to: 'Så långt fram går det inte att planera än' },
  ],
  [
    'an end before its beginning',
    { from: '2027-03-02', to: '2027-03-01' },
    { to: 'Den sista dagen är före den första' },
  ],
  ['a single day in the past', { from: yesterday }, { from: 'Dagen har redan varit' }],
  ['a span in the past', { from: '2027-01-20', to: yesterday }, { to: 'Dagen har redan varit' }],
])('%s is refused at its field', (_, values, fields) => {
  expect(refusalFrom(parse(values)).fields).toEqual(fields)
})

test('a reason and a note of invisible characters are stored as empty', () => {
  const closed = parse({ from: '2027-03-01', reason: '\u200b', note: '\u2800\u2060' })
  expect(valueFrom(closed)).toMatchObject({ reason: '', note: '' })
})

test('a reason and a note of 200 characters are accepted, and longer ones refused', () => {
  const words = { reason: 'r'.repeat(200), note: 'n'.repeat(200) }
  expect(valueFrom(parse({ from: today, ...words }))).toMatchObject(words)
  const longer = { reason: 'r'.repeat(201), note: 'n'.repeat(201) }
  expect(Object.keys(refusalFrom(parse({ from: today, ...longer })).fields)).toEqual(['reason', 'note'])
})

test('days in the wrong order and a reason that is too long are told at once', () => {
  const { fields } = refusalFrom(parse({ from: '2027-03-02', to: '2027-03-01', reason: 'å'.repeat(201) }))
  expect(Object.keys(fields).sort()).toEqual(['reason', 'to'])
})
