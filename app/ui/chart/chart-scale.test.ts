import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linePieces, niceScale, share, spread } from './chart-scale'

describe('the scale of a chart', () => {
  test.each([
    [[61, 33], { max: 80, ticks: [0, 20, 40, 60, 80] }],
    [[234_000, 97_000], { max: 300_000, ticks: [0, 100_000, 200_000, 300_000] }],
    [[1], { max: 1, ticks: [0, 1] }],
    [[3, null, 1], { max: 3, ticks: [0, 1, 2, 3] }],
    [[10], { max: 10, ticks: [0, 5, 10] }],
    [[0.5, 1], { max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] }],
    [[null], { max: 1, ticks: [0, 1] }],
    [[0.3], { max: 0.3, ticks: [0, 0.1, 0.2, 0.3] }],
    [[], { max: 1, ticks: [0, 1] }],
    [[0, 0], { max: 1, ticks: [0, 1] }],
    [[24], { max: 30, ticks: [0, 10, 20, 30] }],
    [[32], { max: 40, ticks: [0, 10, 20, 30, 40] }],
    [[36, 4], { max: 40, ticks: [0, 10, 20, 30, 40] }],
    [[0.36], { max: 0.4, ticks: [0, 0.1, 0.2, 0.3, 0.4] }],
    [[28.5], { max: 30, ticks: [0, 10, 20, 30] }],
    [[2, -8], { max: 2, ticks: [0, 1, 2] }],
    [[9, Number.NaN], { max: 10, ticks: [0, 5, 10] }],
  ])('for %j', (values, scale) => {
    expect(niceScale(values)).toEqual(scale)
  })

  test('covers every value in at most six ticks from zero to the maximum', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
        const { max, ticks } = niceScale(values)
        expect(max).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-6))
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)).toBe(max)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('the share of a bar', () => {
  test.each([
    [50, 200, 25],
    [300, 200, 100],
    [-5, 200, 0],
    [5, 0, 0],
    [5, -1, 0],
    [200, 200, 100],
    [1, 3, 33.3333333333],
    [Number.NaN, 10, 0],
  ])('for %d of %d is %d percent', (value, max, percent) => {
    expect(share(value, max)).toBe(percent)
  })
})

describe('the points of a line', () => {
  test('run from edge to edge, high values high', () => {
    expect(linePieces([0, 5, 10], 10)).toEqual([
      [
        { x: 0, y: 100 },
        { x: 50, y: 50 },
        { x: 100, y: 0 },
      ],
    ])
  })
  test('are a single point in the middle for a single value', () => {
    expect(linePieces([10], 10)).toEqual([[{ x: 50, y: 0 }]])
  })
  test('are interrupted by a missing value instead of dropping to zero', () => {
    expect(linePieces([10, null, null, 5, 10], 10).map((piece) => piece.map(({ x }) => x))).toEqual([[0], [75, 100]])
    expect(linePieces([null, null], 10)).toEqual([])
  })
})

describe('labels at the ends of lines', () => {
  test('keep their positions when there is room', () => {
    expect(spread([20, 60], 12)).toEqual([20, 60])
  })
  test('move apart when they overlap, in the same order', () => {
    expect(spread([52, 50], 12)).toEqual([62, 50])
  })
  test.each([
    [[0, 2], 12, [0, 12]],
    [[99, 98, 97], 12, [100, 88, 76]],
    [[100], 12, [100]],
    [[-5, 120], 12, [0, 100]],
    [[50, 50], 120, [0, 100]],
    [[], 12, []],
  ])('at %j with a gap of %d are placed at %j', (positions, gap, placed) => {
    expect(spread(positions, gap)).toEqual(placed)
  })
  test('stay above the bottom edge', () => {
    expect(spread([98, 99], 12)).toEqual([88, 100])
  })
})
