import { expect, test } from 'vitest'
import { holidaysFrom, holidaysOf } from './public-holidays'

/** As the almanac has them. */
test.each([
  [2026, '2026-04-05', '2026-05-14', '2026-06-20', '2026-10-31'],
  [2027, '2027-03-28', '2027-05-06', '2027-06-26', '2027-11-06'],
  [2028, '2028-04-16', '2028-05-25', '2028-06-24', '2028-11-04'],
  [2029, '2029-04-01', '2029-05-10', '2029-06-23', '2029-11-03'],
  [2030, '2030-04-21', '2030-05-30', '2030-06-22', '2030-11-02'],
  [2038, '2038-04-25', '2038-06-03', '2038-06-26', '2038-11-06'],
])('those of %i that move', (year, easter, ascension, midsummer, saints) => {
  const byName = Object.fromEntries(holidaysOf(year).map(({ day, name }) => [name, day]))
  expect(byName).toMatchObject({
    Påskdagen: easter,
    'Kristi himmelsfärdsdag': ascension,
    Midsommardagen: midsummer,
    'Alla helgons dag': saints,
  })
})

test('a year has sixteen, in order', () => {
  const days = holidaysOf(2027).map(({ day }) => day)
  expect(days).toHaveLength(16)
  expect(days).toEqual(days.toSorted())
})

test('the year ahead begins today, and has each once', () => {
  const ahead = holidaysFrom('2026-12-24')
  expect(ahead[0]).toEqual({ day: '2026-12-24', name: 'Julafton' })
  expect(ahead.at(-1)).toEqual({ day: '2027-11-06', name: 'Alla helgons dag' })
  expect(ahead).toHaveLength(16)
})
