import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryTitle } from './entry'
import { levelOf } from './level'
import { pointsForPaid, pointsToTakeBack, withinLimits } from './points'

test.each([
  [0, 0],
  [9_99, 0],
  [10_00, 1],
  [19_99, 1],
  [540_00, 54],
  [539_99, 53],
  [-10_00, 0],
])('%i öre paid gives %i points', (ore, points) => {
  expect(pointsForPaid(ore)).toBe(points)
})

test('points are whole numbers, one for each full ten kronor', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_00 }), (ore) => {
      const points = pointsForPaid(ore)
      expect(Number.isInteger(points)).toBe(true)
      expect(points * 10_00).toBeLessThanOrEqual(ore)
      expect((points + 1) * 10_00).toBeGreaterThan(ore)
    }),
  )
})

test.each([
  [0, 0],
  [120, 120],
  [500, 500],
  [900, 500],
])('with a balance of %i, %i points are taken back with a reward', (balance, points) => {
  expect(pointsToTakeBack(balance)).toBe(points)
})

test.each([
  // Columns: points of this event; earlier events and points this month; expected points and the limit that cut them.
  [67, 0, 0, 67, null],
  [67, 4, 268, 67, null],
  [67, 5, 335, 0, 'many'],
  [500, 0, 0, 500, null],
  [501, 0, 0, 500, 'much'],
  [5000, 0, 0, 500, 'much'],
  [100, 1, 450, 50, 'much'],
  [25, 1, 500, 0, 'much'],
  [0, 0, 0, 0, null],
])(
  'withinLimits of %i points, after %i events and %i points this month: %i, %s',
  (points, times, before, given, reached) => {
    expect(withinLimits(points, { times, points: before })).toEqual({ points: given, reached })
  },
)

describe('the level', () => {
  test.each([
    [-1, 'Ny i kvarteret', 0, 'Granne', 100],
    [0, 'Ny i kvarteret', 0, 'Granne', 100],
    [99, 'Ny i kvarteret', 0, 'Granne', 100],
    [100, 'Granne', 100, 'God granne', 500],
    [500, 'God granne', 500, 'Kvartersvän', 1500],
    [1500, 'Kvartersvän', 1500, 'Kvarterets eldsjäl', 5000],
    [4999, 'Kvartersvän', 1500, 'Kvarterets eldsjäl', 5000],
  ])('of %i earned points is %s from %i on, and the next is %s from %i on', (earned, name, from, next, until) => {
    expect(levelOf(earned)).toEqual({ name, from, next: { name: next, from: until, left: until - earned } })
  })

  test('of 5000 earned points is the last', () => {
    expect(levelOf(5000)).toEqual({ name: 'Kvarterets eldsjäl', from: 5000, next: null })
  })
})

test.each([
  ['booking', 'Hemstäd', 'Hemstäd'],
  ['review', 'Lind Städ', 'Omdöme om Lind Städ'],
  ['recruited', 'Lind Städ', 'Lind Städ gick med på ditt tips'],
  ['recruited taken back', 'Lind Städ', 'Tillbakataget: tipset om Lind Städ'],
  ['free month', '', 'En fri månad'],
  ['taken back', 'Lind Städ', 'Tillbakataget: poäng från Lind Städ'],
  ['free month taken back', '', 'Tillbakatagen: en fri månad'],
] as const)('the title of an entry of kind %s is in plain Swedish', (kind, about, title) => {
  expect(entryTitle(kind, about)).toBe(title)
})
