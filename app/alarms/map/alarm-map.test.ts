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

test('the map’s text says where, how old and how exact the position is, and who is near', () => {
  const map = alarmMap(given)
  expect(map.where).toBe('640 m norr om mitten av Älvsjö.')
  expect(map.known).toBe('Från kl. 21.14, 2 min innan kartan ritades. Stämmer på ungefär 14 m.')
  expect(map.people).toEqual([{ sign: '1', words: 'Ali Rahimi, Vakt AB: 850 m norr om larmet kl. 21.13' }])
  expect(map.drawn.marks.map(({ sign }) => sign)).toEqual(['1'])
})

describe('the viewer of the map', () => {
  test('is called ‘Du’, and is said to walk a patrol when they do', () => {
    const walkers = [{ guardId: 'a', name: 'Ali Rahimi', companyName: 'Vakt AB' }]
    expect(alarmMap({ ...given, guardId: 'a', walkers }).people[0]?.words).toBe(
      'Du: 850 m norr om larmet kl. 21.13, går rond',
    )
  })
  test('reads of a patrol whose guard does not share their position', () => {
    const walkers = [{ guardId: 'b', name: 'Mira Ek', companyName: 'Vakt AB' }]
    expect(alarmMap({ ...given, walkers }).walkers).toEqual([
      'Mira Ek, Vakt AB, går rond här och delar inte sin plats.',
    ])
  })
})

describe('the map of a position with unknown details', () => {
  test.each([
    [{ ...position, accuracyM: null }, 'Telefonen sa inte hur säker platsen är.'],
    [{ ...position, accuracyM: null, isBlurred: true }, 'Ungefärlig: det är mer än 30 dagar sedan.'],
  ])('says that the accuracy is unknown or approximate (case %#)', (position, words) => {
    expect(alarmMap({ ...given, position }).known).toContain(words)
  })
  test('has a circle as wide as the rounding if the position is rounded', () => {
    expect(
      alarmMap({ ...given, shared: [], position: { ...position, isBlurred: true } }).drawn.target.radius,
    ).toBeGreaterThan(150)
  })
  test('says no place if nothing is known around it', () => {
    expect(alarmMap({ ...given, around: { areas: [], middles: [], loaded: null } }).where).toBeNull()
  })
})

test('the map links to the phone’s map app and to the configured web map, if any', () => {
  expect(alarmMap(given).ways).toEqual({
    phone: 'geo:59.2786,18.0093?q=59.2786,18.0093',
    web: { address: 'https://karta.example/?till=59.2786,18.0093', host: 'karta.example' },
  })
  expect(alarmMap({ ...given, mapAddress: null }).ways.web).toBeNull()
})

describe('the legend of the map', () => {
  const loaded = { source: 'Stockholms stad, stadsdelar, CC0', loadedAt: new Date('2026-11-03T10:00:00Z') }
  test('names the source and the date of the districts', () => {
    expect(alarmMap({ ...given, around: { ...given.around, loaded } })).toMatchObject({
      about: expect.arrayContaining(['Områden: Stockholms stad, stadsdelar, CC0. Inlagda 3 november 2026.']),
      loadFor: null,
    })
  })
  test('says that no districts are loaded, and tells only an operator for which postcode to load them', () => {
    expect(alarmMap(given).about[0]).toContain('Inga områden är inlagda för 125 40')
    expect(alarmMap(given).loadFor).toBeNull()
    expect(alarmMap({ ...given, isOperator: true }).loadFor).toBe('12540')
  })
})
