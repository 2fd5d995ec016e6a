import { expect, test } from 'vitest'
import { isAtHome, type Place, placeChosen, placeIn, sharesPosition, whereIn, withPlace } from './place'

test.each<[boolean, boolean | null, Place | null]>([
  [true, true, 'home'],
  [true, null, 'home'],
  [false, true, 'here'],
  [false, false, null],
  [false, null, null],
])('with a home: %s, and a yes to the position: %s, %s stands chosen', (hasHome, sharesPosition, place) => {
  expect(placeChosen({ hasHome, sharesPosition })).toBe(place)
})

test.each<[Place | null, boolean, boolean, boolean]>([
  // place, has agreed in advance to share the position: is the position sent, is the home shown
  ['home', true, true, true],
  ['home', false, false, true],
  ['here', true, true, false],
  ['here', false, true, false],
  ['elsewhere', true, false, false],
  ['elsewhere', false, false, false],
  [null, true, true, true],
  [null, false, false, true],
])('%s, said yes %s: position %s, home %s', (place, saidYes, position, home) => {
  expect([sharesPosition(place, saidYes), isAtHome(place)]).toEqual([position, home])
})

test.each([undefined, '', 'Hemma', 'constructor', '__proto__'])('%j is no place', (place) => {
  expect(placeIn(place === undefined ? {} : { place })).toBeNull()
})

test('a place in words goes with the words, on one line and no longer than it is read', () => {
  expect(withPlace('Hjälp', 'elsewhere', ' Älvsjö\nstation ')).toBe('Hjälp\nPlats: Älvsjö station')
  expect(withPlace('Hjälp', 'home', 'Älvsjö station')).toBe('Hjälp')
  expect(withPlace('Hjälp', 'elsewhere', '  ')).toBe('Hjälp')
  expect(withPlace('Hjälp', 'elsewhere', 'x'.repeat(5_000))).toHaveLength('Hjälp\nPlats: '.length + 200)
})

test('what a form says of it is kept, and nothing else of the form', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ place: 'home', elsewhere: '', hides: 'on', message: 'Hjälp' })) {
    form.set(name, value)
  }
  expect(whereIn((name) => form.get(name))).toEqual({ place: 'home', hides: 'on' })
})
