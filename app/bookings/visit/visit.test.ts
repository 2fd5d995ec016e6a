import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ServicePlace } from '~/companies/public'
import { asOneBooking, asOneService, busyUntil, byVisit, moreOf, together, visitTitle, whyNoVisit } from './visit'

const service = (id: string, minutes = 60, place: ServicePlace = 'customer', buffer = 0, notice = 2) => ({
  ...{ id, title: `Tjänst ${id}`, place },
  ...{ duration_min: minutes, buffer_min: buffer, notice_hours: notice },
})
const at = (clock: string) => new Date(`2027-02-01T${clock}:00Z`)

test.each([
  [['Hemstäd'], 'Hemstäd'],
  [['Klippning', 'Skägg'], 'Klippning och Skägg'],
  [['Klippning', 'Skägg', 'Färg'], 'Klippning och 2 tjänster till'],
])('the title of a visit with %j is %s', (titles, words) => {
  expect(visitTitle(titles)).toBe(words)
})

describe('what can be done in one visit', () => {
  test.each([
    ['one service', [], null],
    ['two services', [service('b')], null],
    ['as many services as allowed', [...'bcde'].map((id) => service(id)), null],
    ['one service too many', [...'bcdef'].map((id) => service(id)), /högst 4/],
    ['the first service repeated', [service('a')], /en gång/],
    ['another service twice', [service('b'), service('b')], /en gång/],
    ['a service done at another place', [service('b', 60, 'company')], /Tjänst b görs hos företaget/],
    ['fourteen hours in all', [service('b', 780)], null],
    ['a minute more than fourteen hours', [service('b', 781)], /längre än 14 timmar/],
  ])('whyNoVisit allows it or says why not: %s', (_, more, because) => {
    const answer = whyNoVisit(service('a'), more)
    if (because) expect(answer).toMatch(because)
    else expect(answer).toBeNull()
  })

  test('whyNoVisit allows a single service that is longer than 14 hours', () => {
    expect(whyNoVisit(service('a', 900), [])).toBeNull()
  })

  test('moreOf keeps the chosen services that fit, in the order of the company', () => {
    const all = [service('a'), service('d', 60, 'company'), service('c'), service('b')]
    expect(moreOf(service('a'), all, ['b', 'c', 'x', 'a', 'd'])).toMatchObject({
      fitting: [{ id: 'c' }, { id: 'b' }],
      elsewhere: [{ id: 'd' }],
      chosen: [{ id: 'c' }, { id: 'b' }],
      wrong: null,
    })
  })

  test('moreOf keeps the first four of five chosen services, and says so', () => {
    const all = [...'abcdef'].map((id) => service(id))
    const { chosen, wrong } = moreOf(service('a'), all, [...'bcdef'])
    expect(chosen.map(({ id }) => id)).toEqual([...'bcde'])
    expect(wrong).toMatch(/högst 4/)
  })
})

test('asOneService sums the lengths and takes the longest buffer and the longest notice', () => {
  const whole = asOneService(service('a', 60, 'customer', 30, 2), [service('b', 90, 'customer', 0, 48)])
  expect(whole).toMatchObject({ id: 'a', duration_min: 150, buffer_min: 30, notice_hours: 48, longestMin: 90 })
})

describe('the buffer after a job', () => {
  const part = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to) })
  test.each([
    ['one job', [part('09:00', '10:00')], ['10:30']],
    ['no buffer between consecutive jobs', [part('09:00', '10:00'), part('10:00', '11:00')], ['10:00', '11:30']],
    ['a whole buffer in a long gap', [part('09:00', '10:00'), part('11:00', '12:00')], ['10:30', '12:30']],
    ['a shortened buffer in a short gap', [part('09:00', '10:00'), part('10:15', '11:00')], ['10:15', '11:30']],
    ['no jobs', [], []],
  ])('fills gaps of a visit and follows its last job: %s', (_, parts, ends) => {
    expect(busyUntil(parts, 30)).toEqual(ends.map(at))
  })
})

test('together sums the parts of a visit, which is free to cancel until the first of them is not', () => {
  const part = (from: string, to: string, freeCancelHours: number, ore: number) => ({
    ...{ startsAt: at(from), endsAt: at(to), freeCancelHours },
    ...{ customerPaysOre: ore, feeOre: 1, providerGetsOre: ore - 1 },
  })
  expect(together([part('09:00', '10:00', 0, 674_10), part('10:00', '11:30', 24, 900_05)])).toEqual({
    startsAt: at('09:00'),
    endsAt: at('11:30'),
    durationMin: 150,
    // Free until a day before ten o'clock, which is 23 hours before the start at nine.
    freeCancelHours: 23,
    customerPaysOre: 1_574_15,
    feeOre: 2,
    providerGetsOre: 1_574_13,
  })
})

test('asOneBooking joins the titles and takes the buffer of the last; a single booking stays as it is', () => {
  const part = (from: string, to: string, serviceTitle: string, bufferMin: number) => ({
    ...{
      startsAt: at(from),
      endsAt: at(to),
      freeCancelHours: 24,
      customerPaysOre: 100,
      feeOre: 5,
      providerGetsOre: 95,
    },
    ...{ serviceTitle, bufferMin },
  })
  const [first, last] = [part('09:00', '10:00', 'Fönsterputs', 15), part('10:00', '11:30', 'Häck', 30)]
  expect(asOneBooking([first])).toBe(first)
  expect(asOneBooking([first, last])).toMatchObject({
    ...{ serviceTitle: 'Fönsterputs och Häck', bufferMin: 30, durationMin: 150, customerPaysOre: 200 },
    ...{ startsAt: at('09:00'), endsAt: at('11:30') },
  })
})

test('byVisit groups bookings of a visit in the same state, and loses or doubles none', () => {
  const booking = fc.record({
    visitId: fc.constantFrom(null, 'v', 'w'),
    status: fc.constantFrom('pending', 'confirmed', 'cancelled'),
  })
  const bookings = fc.array(booking).map((all) => all.map((one, index) => ({ ...one, id: `${1000 + index}` })))
  fc.assert(
    fc.property(bookings, (all) => {
      const grouped = byVisit(all.toReversed())
      expect(
        grouped
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(all.map(({ id }) => id))
      for (const [first, ...rest] of grouped) {
        expect(rest.every(({ visitId, status }) => visitId === first.visitId && status === first.status)).toBe(true)
        if (first.visitId === null) expect(rest).toEqual([])
        expect([first, ...rest].map(({ id }) => id)).toEqual([first, ...rest].map(({ id }) => id).toSorted())
      }
      const keys = grouped.filter(([{ visitId }]) => visitId).map(([{ visitId, status }]) => `${visitId} ${status}`)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})
