import { expect, test } from 'vitest'
import { parseForm } from '~/shared/form'
import { offerForm, offerState } from './offer-form'

const today = '2026-11-20'

function messagesOf(outcome: { ok: true } | { ok: false; fields: Record<string, string> }) {
  return outcome.ok ? {} : outcome.fields
}

test.each([
  ['2026-11-20', '2026-11-20', {}],
  ['2026-11-20', '2027-11-20', {}],
  ['2026-11-19', '2026-11-20', { from: 'Dagen har redan varit. Välj i dag eller senare.' }],
  ['2026-12-02', '2026-12-01', { to: 'Den sista dagen är före den första' }],
  ['2026-11-20', '2027-11-21', { to: 'Så långt fram går det inte att planera än' }],
  [
    '2027-11-21',
    '2027-11-22',
    { from: 'Så långt fram går det inte att planera än', to: 'Så långt fram går det inte att planera än' },
  ],
  ['2027-11-20', '2027-11-20', {}],
  ['2026-11-31', '2026-12-01', { from: 'Skriv datumet som år, månad och dag, till exempel 2026-11-20' }],
  ['', '', { from: 'Välj från vilken dag det gäller', to: 'Välj till vilken dag det gäller' }],
])('the errors of an offer from %j to %j', (from, to, fields) => {
  expect(messagesOf(parseForm(offerForm(today, '2027-11-20'), { title: 'Höst', from, to }, 'Nej'))).toEqual(fields)
})

test.each([
  ['2026-11-20', '2026-11-20', true, true, 'running'],
  ['2026-11-21', '2026-11-30', true, true, 'planned'],
  ['2026-11-20', '2026-11-30', true, false, 'waiting'],
  ['2026-11-01', '2026-11-19', true, true, 'over'],
  ['2026-11-01', '2026-12-01', false, true, 'ended'],
])('an offer from %s to %s (active %s, paid %s) is %s', (valid_from, valid_to, is_active, is_paid, state) => {
  expect(offerState({ valid_from, valid_to, is_active, is_paid }, today)).toBe(state)
})

test('a missing title and days in the wrong order are told at once', () => {
  const values = { title: '', from: '2026-12-02', to: '2026-12-01' }
  expect(Object.keys(messagesOf(parseForm(offerForm(today, '2027-11-20'), values, 'Nej'))).sort()).toEqual([
    'title',
    'to',
  ])
})
