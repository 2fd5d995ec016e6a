import { expect, test } from 'vitest'
import { holidaysFrom, holidaysOf } from './public-holidays'

/** Expected dates from the almanac. */
test.each([
  [2026, '2026-04-05', '2026-05-14', '2026-06-20', '2026-10-31'],
  [2027, '2027-03-28', '2027-05-06', '2027-06-26', '2027-11-06'],
  [2028, '2028-04-16', '2028-05-25', '2028-06-24', '2028-11-04'],
  [2029, '2029-04-01', '2029-05-10', '2029-06-23', '2029-11-03'],
  [2030, '2030-04-21', '2030-05-30', '2030-06-22', '2030-11-02'],
  [2038, '2038-04-25', '2038-06-03', '2038-06-26', '2038-11-06'],
])('the movable holidays of %i match the almanac', (year, easter, ascension, midsummer, saints) => {
  const byName = Object.fromEntries(holidaysOf(year).map(({ day, name }) => [name, day]))
  expect(byName).toMatchObject({
    Påskdagen: easter,
    'Kristi himmelsfärdsdag': ascension,
    Midsommardagen: midsummer,
    'Alla helgons dag': saints,
  })
})

test('a year has sixteen holidays, in order', () => {
  const days = holidaysOf(2027).map(({ day }) => day)
  expect(days).toHaveLength(16)
  expect(days).toEqual(days.toSorted())
})

test('the holidays ahead begin today and include each one once', () => {
  const ahead = holidaysFrom('2026-12-24')
  expect(ahead[0]).toEqual({ day: '2026-12-24', name: 'Julafton' })
  expect(ahead.at(-1)).toEqual({ day: '2027-11-06', name: 'Alla helgons dag' })
  expect(ahead).toHaveLength(16)
})

/** Including the exceptions of the ecclesiastical calculation, and other centuries. */
test.each([
  ['1943-04-25'],
  ['1954-04-18'],
  ['1961-04-02'],
  ['1981-04-19'],
  ['2000-04-23'],
  ['2008-03-23'],
  ['2019-04-21'],
  ['2021-04-04'],
  ['2024-03-31'],
  ['2025-04-20'],
  ['2045-04-09'],
  ['2049-04-18'],
  ['2076-04-19'],
  ['2100-03-28'],
  ['2285-03-22'],
])('Easter of its year is on %s', (day) => {
  expect(holidaysOf(Number(day.slice(0, 4))).find(({ name }) => name === 'Påskdagen')?.day).toBe(day)
})

test('each holiday of 2027 has its day and name', () => {
  expect(holidaysOf(2027).map(({ day, name }) => `${day.slice(5)} ${name}`)).toEqual([
    '01-01 Nyårsdagen',
    '01-06 Trettondedag jul',
    '03-26 Långfredagen',
    '03-28 Påskdagen',
    '03-29 Annandag påsk',
    '05-01 Första maj',
    '05-06 Kristi himmelsfärdsdag',
    '05-16 Pingstdagen',
    '06-06 Sveriges nationaldag',
    '06-25 Midsommarafton',
    '06-26 Midsommardagen',
    '11-06 Alla helgons dag',
    '12-24 Julafton',
    '12-25 Juldagen',
    '12-26 Annandag jul',
    '12-31 Nyårsafton',
  ])
})

test('the holidays ahead end before the same day next year', () => {
  const days = holidaysFrom('2026-12-25').map(({ day }) => day)
  expect([days[0], days.at(-1)]).toEqual(['2026-12-25', '2027-12-24'])
})
