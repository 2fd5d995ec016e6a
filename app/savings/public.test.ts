import { expect, test } from 'vitest'
import { co2Saved, environmentStatistics } from './public'

test('the environment statistics are the formatted figures of one postcode', () => {
  const shown = environmentStatistics().map(({ label, value, note }) => `${label}: ${value}. ${note}`)
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Mindre koldioxid: 1,1 ton. Per postnummer och år, när vägen till kunden blir kortare.',
    'Kortare körning: 6 875 km. Ungefär 19 km om dagen som inte körs på kvarterets gator.',
    'Sparat bränsle: 481 liter. Det är 4 331 kWh energi som blir kvar i tanken.',
    'Timmar bakom ratten: 275 tim. Tid nog för 137 besök hos grannar i stället.',
  ])
})

test.each([
  [0, '0 kg'],
  [1, '0,23 kg'],
  [10, '2,3 kg'],
  [4800, '1,1 ton'],
])('%i visits save %s of CO2', (visits, saved) => {
  expect(co2Saved(visits).replaceAll('\u00a0', ' ')).toBe(saved)
})
