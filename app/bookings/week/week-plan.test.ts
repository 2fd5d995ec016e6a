import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Piece, planWeek } from './week-plan'

const day = '2026-11-26'
const piece = (booking: string, from: number, to: number): Piece<string> => ({ booking, day, from, to })
const placed = (...pieces: Piece<string>[]) => planWeek([day], pieces).days[0]?.pieces ?? []

test('a week without jobs shows the hours of a working day', () => {
  expect(planWeek([day], [])).toEqual({ fromHour: 8, toHour: 17, days: [{ day, pieces: [] }] })
})

test('an early and a late job extend the hours that are shown', () => {
  expect(planWeek([day], [piece('a', 6 * 60 + 30, 7 * 60), piece('b', 20 * 60, 21 * 60 + 15)])).toMatchObject({
    fromHour: 6,
    toHour: 22,
  })
})

test('two jobs at the same time share the width, and the one after has all of it', () => {
  const [first, second, after] = placed(piece('a', 540, 660), piece('b', 600, 720), piece('c', 720, 780))
  expect(first).toMatchObject({ booking: 'a', left: 0, width: 50 })
  expect(second).toMatchObject({ booking: 'b', left: 50, width: 50 })
  expect(after).toMatchObject({ booking: 'c', left: 0, width: 100 })
})

test('a job that begins as another ends takes its column, beside the one that goes on', () => {
  expect(placed(piece('a', 540, 720), piece('b', 540, 600), piece('c', 600, 700))).toMatchObject([
    { booking: 'b', left: 0, width: 50 },
    { booking: 'a', left: 50, width: 50 },
    { booking: 'c', left: 0, width: 50 },
  ])
})

test('a job of one minute has a minimum height', () => {
  const [only] = placed(piece('a', 600, 601))
  expect(only?.height).toBeGreaterThan(5)
})

test('no two pieces overlap, and none extends outside of the day’s column', () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  const pieces = fc
    .array(fc.tuple(minutes, fc.integer({ min: 1, max: 300 })), { maxLength: 12 })
    .map((spans) => spans.map(([from, length], index) => piece(String(index), from, Math.min(from + length, 1440))))
  fc.assert(
    fc.property(pieces, (given) => {
      const all = placed(...given)
      expect(all).toHaveLength(given.length)
      for (const each of all) {
        expect(each.top).toBeGreaterThanOrEqual(-1e-9)
        expect(each.top + each.height).toBeLessThanOrEqual(100 + 1e-9)
        expect(each.left + each.width).toBeLessThanOrEqual(100 + 1e-9)
      }
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          const sameTime = one.from < other.to && other.from < one.to
          const apart = one.left + one.width <= other.left + 1e-9 || other.left + other.width <= one.left + 1e-9
          expect(!sameTime || apart).toBe(true)
        }
      }
    }),
  )
})
