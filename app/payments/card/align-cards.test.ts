import { expect, test } from 'vitest'
import { nextChargeDay } from './align-cards.server'

const today = '2026-11-20'
const waiting = (nextChargeOn: string | null) => ({ nextChargeOn, isWaiting: true })
const drawn = (nextChargeOn: string | null) => ({ nextChargeOn, isWaiting: false })
test.each([
  ['is unchanged when it is right', '2026-12-20', waiting('2026-12-20'), null],
  ['is unchanged when coverage ends a day later', '2026-12-21', waiting('2026-12-20'), null],
  ['is unchanged when coverage ends a day earlier', '2026-12-19', waiting('2026-12-20'), null],
  ['is moved when coverage ends two days later', '2026-12-22', drawn('2026-12-20'), '2026-12-22'],
  ['is moved when coverage ends two days earlier', '2026-12-18', waiting('2026-12-20'), '2026-12-18'],
  ['is moved when more months are covered', '2027-02-20', drawn('2026-12-20'), '2027-02-20'],
  ['is moved nearer when fewer months are covered', '2026-12-20', waiting('2027-12-20'), '2026-12-20'],
  ['is tomorrow when nothing is covered any more', '2026-11-01', waiting('2027-12-20'), '2026-11-21'],
  ['is unchanged when the card was charged and its event is pending', '2026-11-20', drawn('2026-12-20'), null],
  ['is no later than the provider accepts', '2036-01-01', drawn('2026-12-20'), '2028-10-20'],
  ['is unchanged at the latest day that the provider accepts', '2036-01-01', waiting('2028-10-20'), null],
  ['is unchanged when there is none', '2036-01-01', waiting(null), null],
])('the next charge day %s', (_, covered, card, expected) => {
  expect(nextChargeDay(covered, card, today)).toBe(expected)
})
