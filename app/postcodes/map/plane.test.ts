import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  cut,
  directionOf,
  distanceInWords,
  distanceToRing,
  isWithin,
  lengthOf,
  type Point,
  paperAround,
  simplified,
} from './plane'

const station = { latitude: 59.2786, longitude: 18.0109 }

test.each([
  // Distances measured along the great circle between the same places.
  [{ latitude: 59.3, longitude: 18.0109 }, 2_379],
  [{ latitude: 59.2786, longitude: 18.05 }, 2_221],
  [{ latitude: 59.31, longitude: 18.06 }, 4_468],
])('a distance on the plane is within three metres of the great-circle distance, to %j', (place, metres) => {
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
  [950, '1 km'],
  [15, '20 m'],
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
  test('contain points inside, but not in a hole', () => {
    expect(isWithin([square], [5, 5])).toBe(true)
    expect(isWithin([square, hole], [5, 5])).toBe(false)
    expect(isWithin([square], [11, 5])).toBe(false)
  })
  test('contain a point level with a corner, and a shared border belongs to one of two rings', () => {
    const diamond: Point[] = [
      [0, -5],
      [5, 0],
      [0, 5],
      [-5, 0],
    ]
    const inside = ([x, y]: Point) => isWithin([diamond], [x, y])
    expect([inside([-2, 0]), inside([2, 0]), inside([-6, 0]), inside([6, 0])]).toEqual([true, true, false, false])
    const half = square.slice(1)
    expect([isWithin([half], [8, 5]), isWithin([half], [2, 5])]).toEqual([true, false])
    const beside = square.map(([x, y]) => [x + 10, y] as const)
    const below = square.map(([x, y]) => [x, y + 10] as const)
    expect([isWithin([square], [10, 5]), isWithin([beside], [10, 5])]).toEqual([false, true])
    expect([isWithin([square], [5, 10]), isWithin([below], [5, 10])]).toEqual([false, true])
  })
  test('have the distance of their nearest edge, including the closing edge', () => {
    const [first, second, third] = square.slice(0, 3) as [Point, Point, Point]
    expect(
      [
        [-3, 5],
        [5, -3],
        [13, 5],
        [5, 14],
        [13, 14],
        [5, 4],
      ].map(([x = 0, y = 0]) => distanceToRing(square, [x, y])),
    ).toEqual([3, 3, 3, 4, 5, 4])
    expect(distanceToRing([first, second, third], [2, 8])).toBeCloseTo(Math.hypot(3, 3), 9)
    // Two points in the same place count as one.
    expect(distanceToRing([first, first], [3, 4])).toBe(5)
  })
  test('have area and centroid independent of position and direction; without area the centroid is the first point', () => {
    const { area, at } = balanceOf([
      [100, 50],
      [106, 50],
      [100, 53],
    ])
    expect(area).toBe(9)
    expect([at[0], at[1]]).toEqual([expect.closeTo(102, 9), expect.closeTo(51, 9)])
    expect(balanceOf([...square].reverse())).toEqual({ area: 100, at: [5, 5] })
    expect(
      balanceOf([
        [3, 4],
        [5, 6],
      ]),
    ).toEqual({ area: 0, at: [3, 4] })
  })
  test('have area and centroid, also when empty', () => {
    expect(balanceOf(square)).toEqual({ area: 100, at: [5, 5] })
    expect(balanceOf([])).toEqual({ area: 0, at: [0, 0] })
  })
  test('are clipped to a rectangle', () => {
    expect(balanceOf(cut(square, { left: 5, top: 2, right: 20, bottom: 20 })).area).toBe(40)
    expect(cut(square, { left: 20, top: 20, right: 30, bottom: 30 })).toEqual([])
  })
  test('are unchanged by a rectangle of their own size, and clipped on each side of a smaller one', () => {
    expect(cut(square, { left: 0, top: 0, right: 10, bottom: 10 })).toEqual(square)
    const corners = (ring: Point[]) => ring.map(([x, y]) => `${x} ${y}`).sort()
    expect(corners(cut(square, { left: 2, top: 1, right: 7, bottom: 6 }))).toEqual(['2 1', '2 6', '7 1', '7 6'])
    expect(corners(cut(square, { left: 9.5, top: 9.5, right: 20, bottom: 20 }))).toEqual([
      '10 10',
      '10 9.5',
      '9.5 10',
      '9.5 9.5',
    ])
    const slanting: Point[] = [
      [0, 0],
      [10, 0],
      [0, 10],
    ]
    expect(corners(cut(slanting, { left: -1, top: 4, right: 11, bottom: 11 }))).toEqual(['0 10', '0 4', '6 4'])
  })
  test('are simplified also within a bend, and drop a point exactly at the tolerance', () => {
    const bay: Point[] = [
      [0, 0],
      [3, 1],
      [6, 5],
      [9, 5.5],
      [12, 0],
      [12, 20],
      [11, 20.5],
      [0, 20],
    ]
    expect(simplified(bay, 1)).toEqual([
      [0, 0],
      [3, 1],
      [6, 5],
      [9, 5.5],
      [12, 0],
      [12, 20],
      [0, 20],
    ])
    const dented: Point[] = [
      [0, 0],
      [5, 1],
      [10, 0],
      [10, 10],
      [0, 10],
    ]
    expect([simplified(dented, 1), simplified(dented, 0.99)]).toEqual([square, dented])
    expect(simplified(dented.slice(0, 4), 5), 'of four points none is spared').toEqual(dented.slice(0, 4))
  })
  test('are simplified within the tolerance, and unchanged with a smaller one', () => {
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
  test.each([
    [0, 0],
    [1000, 0],
    [0, 1000],
  ])('are simplified to the same points wherever they lie (%d, %d)', (x, y) => {
    const moved = (ring: readonly Point[]) => ring.map((at): Point => [x + at[0], y + at[1]])
    const bulging: Point[] = [
      [0, 0],
      [10, 0],
      [10.4, 5],
      [10, 10],
      [5, 10.4],
      [0, 10],
    ]
    expect(simplified(moved(bulging), 1)).toEqual(moved(square))
  })
  test('lose no point farther than the tolerance from the simplified ring, whatever their shape', () => {
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
