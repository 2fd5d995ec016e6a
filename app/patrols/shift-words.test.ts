import { expect, test } from 'vitest'
import { capital, formatHours, formatShiftDay, formatWalked, nearDay } from './shift-words'

const friday = {
  day: '2027-03-26',
  startsAt: new Date('2027-03-26T17:00:00Z'),
  endsAt: new Date('2027-03-26T21:00:00Z'),
}
const sunday = {
  day: '2027-03-28',
  startsAt: new Date('2027-03-28T12:00:00Z'),
  endsAt: new Date('2027-03-28T20:00:00Z'),
}

test('formatHours gives Stockholm time, before and after the DST change', () => {
  expect(formatHours(friday)).toBe('18.00–22.00')
  expect(formatHours(sunday)).toBe('14.00–22.00')
})

test.each([
  [friday, '2027-03-26T08:00:00Z', 'i kväll'],
  [sunday, '2027-03-28T08:00:00Z', 'i dag'],
  [{ day: '2027-03-26', startsAt: new Date('2027-03-26T16:00:00Z') }, '2027-03-26T08:00:00Z', 'i kväll'],
  [{ day: '2027-03-26', startsAt: new Date('2027-03-26T15:59:00Z') }, '2027-03-26T08:00:00Z', 'i dag'],
  [{ day: '2027-03-01', startsAt: new Date('2027-03-01T17:00:00Z') }, '2027-02-28T08:00:00Z', 'i morgon'],
  [sunday, '2027-03-27T08:00:00Z', 'i morgon'],
  // Past midnight in Stockholm, though not yet in UTC.
  [sunday, '2027-03-26T23:30:00Z', 'i morgon'],
  [sunday, '2027-03-25T08:00:00Z', 'söndag 28 mars'],
])('nearDay of %o, seen at %s, is %s', (shift, now, words) => {
  expect(nearDay(shift, new Date(now))).toBe(words)
})

test('capital makes the first letter upper case', () => {
  expect(['i kväll', 'ö', ''].map(capital)).toEqual(['I kväll', 'Ö', ''])
})

test('formatShiftDay gives weekday, day and month', () => {
  expect(formatShiftDay('2027-03-26')).toBe('fredag 26 mars')
})

test('two times out are told as two', () => {
  const from = friday.startsAt
  const after = (minutes: number) => new Date(from.getTime() + minutes * 60_000)
  const spans = [
    { from, to: after(10) },
    { from: after(200), to: after(230) },
  ]
  expect(formatWalked({ spans, stopCount: 2 })).toBe('18.00–18.10 och 21.20–21.50, 2 stopp')
})

test('formatWalked gives the times and the number of stops', () => {
  const walked = { spans: [{ from: friday.startsAt, to: friday.endsAt }], stopCount: 3 }
  expect(formatWalked(walked)).toBe('18.00–22.00, 3 stopp')
  expect(formatWalked({ ...walked, stopCount: 0 })).toBe('18.00–22.00, inga stopp')
  expect(formatWalked({ spans: [{ from: friday.startsAt, to: null }], stopCount: 1 })).toBe('från 18.00, 1 stopp')
})
