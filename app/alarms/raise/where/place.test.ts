import { expect, test } from 'vitest'
import { isAtHome, type Place, placeChosen, placeIn, sharesPosition, whereIn, withPlace } from './place'

test.each<[boolean, boolean | null, Place | null]>([
  [true, true, 'home'],
  [true, null, 'home'],
  [false, true, 'here'],
  [false, false, null],
  [false, null, null],
])(
  'with a home: %s, and consent to the position: %s, the preselected place is %s',
  (hasHome, sharesPosition, place) => {
    expect(placeChosen({ hasHome, sharesPosition })).toBe(place)
  },
)

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
])('for place %s with consent %s: the position is sent %s, the home is shown %s', (place, saidYes, position, home) => {
  expect([sharesPosition(place, saidYes), isAtHome(place)]).toEqual([position, home])
})

test.each([undefined, '', 'Hemma', 'constructor', '__proto__'])('%j is not read as a place', (place) => {
  expect(placeIn(place === undefined ? {} : { place })).toBeNull()
})

test('withPlace appends a place in words on one line, cut to its longest length', () => {
  expect(withPlace('Hjälp', 'elsewhere', ' Älvsjö\nstation ')).toBe('Hjälp\nPlats: Älvsjö station')
  expect(withPlace('Hjälp', 'home', 'Älvsjö station')).toBe('Hjälp')
  expect(withPlace('Hjälp', 'elsewhere', '  ')).toBe('Hjälp')
  expect(withPlace('Hjälp', 'elsewhere', 'x'.repeat(5_000))).toHaveLength('Hjälp\nPlats: '.length + 200)
})

test('whereIn keeps only the place fields of a form', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ place: 'home', elsewhere: '', hides: 'on', message: 'Hjälp' })) {
    form.set(name, value)
  }
  expect(whereIn((name) => form.get(name))).toEqual({ place: 'home', hides: 'on' })
})
