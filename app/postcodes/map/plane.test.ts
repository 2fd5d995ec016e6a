import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  cut,
  directionOf,
  distanceInWords,
  isWithin,
  lengthOf,
  type Point,
  paperAround,
  simplified,
} from './plane'

const station = { latitude: 59.2786, longitude: 18.0109 }

test.each([
  // Measured along the great circle between the same places.
  [{ latitude: 59.3, longitude: 18.0109 }, 2_379],
  [{ latitude: 59.2786, longitude: 18.05 }, 2_221],
  [{ latitude: 59.31, longitude: 18.06 }, 4_468],
])('a distance on paper is that on the ground, to %j', (place, metres) => {
  expect(Math.abs(lengthOf(paperAround(station)(place)) - metres)).toBeLessThan(3)
})

test.each([
  [[0, -1], 'norr'],
  [[1, -1], 'nordost'],
  [[1, 0], 'öster'],
  [[1, 1], 'sydost'],
  [[0, 1], 'söder'],
  [[-1, 1], 'sydväst'],
  [[-1, 0], 'väster'],
  [[-1, -1], 'nordväst'],
  [[-0.1, -1], 'norr'],
] as const)('%j points to the %s', (way, direction) => {
  expect(directionOf(way)).toBe(direction)
})

test.each([
  [3, '10 m'],
  [644, '640 m'],
  [949, '950 m'],
  [1_249, '1,2 km'],
])('%d metres are %s', (metres, words) => {
  expect(distanceInWords(metres)).toBe(words)
})

const square: Point[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
]
const hole: Point[] = [
  [4, 4],
  [6, 4],
  [6, 6],
  [4, 6],
]

describe('rings', () => {
  test('hold what is inside, and not what is in a hole', () => {
    expect(isWithin([square], [5, 5])).toBe(true)
    expect(isWithin([square, hole], [5, 5])).toBe(false)
    expect(isWithin([square], [11, 5])).toBe(false)
  })
  test('balance in their middle', () => {
    expect(balanceOf(square)).toEqual({ area: 100, at: [5, 5] })
    expect(balanceOf([])).toEqual({ area: 0, at: [0, 0] })
  })
  test('are cut to the paper', () => {
    expect(balanceOf(cut(square, { left: 5, top: 2, right: 20, bottom: 20 })).area).toBe(40)
    expect(cut(square, { left: 20, top: 20, right: 30, bottom: 30 })).toEqual([])
  })
  test('lose what cannot be seen', () => {
    const wavy: Point[] = [
      [0, 0],
      [5, 0.4],
      [10, 0],
      [10, 10],
      [5, 10.4],
      [0, 10],
    ]
    expect(simplified(wavy, 1)).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ])
    expect(simplified(wavy, 0.1)).toEqual(wavy)
  })
  test('whatever they look like, no point of theirs strays further than was allowed', () => {
    const point = fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }))
    fc.assert(
      fc.property(fc.array(point, { minLength: 4, maxLength: 60 }), (ring) => {
        const kept = simplified(ring, 8)
        expect(ring.filter((each) => !kept.includes(each)).every((each) => nearLine(kept, each))).toBe(true)
      }),
    )
  })
})

const nearLine = (ring: readonly Point[], [x, y]: Point) =>
  ring.some(([x1, y1], index) => {
    const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1]
    const [dx, dy] = [x2 - x1, y2 - y1]
    const along =
      dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy) <= 8.000_001
  })
