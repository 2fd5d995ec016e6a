import { describe, expect, test } from 'vitest'
import { alarmMap } from './alarm-map'

const now = new Date('2026-11-22T20:16:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const place = { latitude: 59.2786, longitude: 18.0093 }
const position = { ...place, postcode: '12540', accuracyM: 14, createdAt: ago(2), isBlurred: false }
const ali = {
  guardId: 'a',
  name: 'Ali Rahimi',
  companyName: 'Vakt AB',
  latitude: 59.2862,
  longitude: 18.0093,
  at: ago(3),
}
const given = {
  position,
  around: { areas: [], middles: [{ name: 'Älvsjö', place: { latitude: 59.2728, longitude: 18.0093 } }], loaded: null },
  shared: [ali],
  walkers: [],
  guardId: null,
  isOperator: false,
  mapAddress: 'https://karta.example/?till={latitude},{longitude}',
  now,
}

test('says in words what the map shows: where, how old, how exact, and who is near', () => {
  const map = alarmMap(given)
  expect(map.where).toBe('640 m norr om mitten av Älvsjö.')
  expect(map.known).toBe('Från kl. 21.14, 2 min innan kartan ritades. Stämmer på ungefär 14 m.')
  expect(map.people).toEqual([{ sign: '1', words: 'Ali Rahimi, Vakt AB: 850 m norr om larmet kl. 21.13' }])
  expect(map.drawn.marks.map(({ sign }) => sign)).toEqual(['1'])
})

describe('whoever looks', () => {
  test('is called you, and is said to walk when they do', () => {
    const walkers = [{ guardId: 'a', name: 'Ali Rahimi', companyName: 'Vakt AB' }]
    expect(alarmMap({ ...given, guardId: 'a', walkers }).people[0]?.words).toBe(
      'Du: 850 m norr om larmet kl. 21.13, går rond',
    )
  })
  test('hears of a patrol that does not say where it is', () => {
    const walkers = [{ guardId: 'b', name: 'Mira Ek', companyName: 'Vakt AB' }]
    expect(alarmMap({ ...given, walkers }).walkers).toEqual([
      'Mira Ek, Vakt AB, går rond här och delar inte sin plats.',
    ])
  })
})

describe('nothing is said that is not known', () => {
  test.each([
    [{ ...position, accuracyM: null }, 'Telefonen sa inte hur säker platsen är.'],
    [{ ...position, accuracyM: null, isBlurred: true }, 'Ungefärlig: det är mer än 30 dagar sedan.'],
  ])('%#', (position, words) => {
    expect(alarmMap({ ...given, position }).known).toContain(words)
  })
  test('a rounded position has a circle as wide as the rounding', () => {
    expect(
      alarmMap({ ...given, shared: [], position: { ...position, isBlurred: true } }).drawn.target.radius,
    ).toBeGreaterThan(150)
  })
  test('without anything around it', () => {
    expect(alarmMap({ ...given, around: { areas: [], middles: [], loaded: null } }).where).toBeNull()
  })
})

test('the ways on are links: the phone’s own, and the operator’s choice of one on the web, or none', () => {
  expect(alarmMap(given).ways).toEqual({
    phone: 'geo:59.2786,18.0093?q=59.2786,18.0093',
    web: { address: 'https://karta.example/?till=59.2786,18.0093', host: 'karta.example' },
  })
  expect(alarmMap({ ...given, mapAddress: null }).ways.web).toBeNull()
})

describe('what is drawn is explained', () => {
  const loaded = { source: 'Stockholms stad, stadsdelar, CC0', loadedAt: new Date('2026-11-03T10:00:00Z') }
  test('with whose the districts are, and from when', () => {
    expect(alarmMap({ ...given, around: { ...given.around, loaded } })).toMatchObject({
      about: expect.arrayContaining(['Områden: Stockholms stad, stadsdelar, CC0. Inlagda 3 november 2026.']),
      loadFor: null,
    })
  })
  test('or that there are none, and to an operator where they are loaded', () => {
    expect(alarmMap(given).about[0]).toContain('Inga områden är inlagda för 125 40')
    expect(alarmMap(given).loadFor).toBeNull()
    expect(alarmMap({ ...given, isOperator: true }).loadFor).toBe('12540')
  })
})
