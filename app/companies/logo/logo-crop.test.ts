import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centred, cropSquare, dragged, readCrop } from './logo-crop'

test.each([
  [{ width: 400, height: 200 }, centred, { left: 100, top: 0, side: 200 }],
  [{ width: 200, height: 400 }, centred, { left: 0, top: 100, side: 200 }],
  [
    { width: 400, height: 200 },
    { zoom: 2, x: 0, y: 100 },
    { left: 0, top: 100, side: 100 },
  ],
  [
    { width: 400, height: 200 },
    { zoom: 99, x: 999, y: -5 },
    { left: 350, top: 0, side: 50 },
  ],
  [
    { width: 1, height: 1 },
    { zoom: 4, x: 100, y: 100 },
    { left: 0, top: 0, side: 1 },
  ],
])('of %o, %o is %o', (size, crop, square) => {
  expect(cropSquare(size, crop)).toEqual(square)
})

test('the square is never outside the picture, and a drag never takes it there', () => {
  const pixels = fc.integer({ min: 1, max: 12_000 })
  const anything = fc.double({ noNaN: true, min: -1e6, max: 1e6 })
  fc.assert(
    fc.property(pixels, pixels, anything, anything, anything, (width, height, zoom, x, y) => {
      const size = { width, height }
      const crop = dragged(size, { zoom, x, y }, { x, y })
      const { left, top, side } = cropSquare(size, crop)
      expect(side).toBeGreaterThan(0)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(left + side).toBeLessThanOrEqual(width)
      expect(top + side).toBeLessThanOrEqual(height)
    }),
  )
})

test('the picture follows the finger', () => {
  const size = { width: 400, height: 200 }
  expect(cropSquare(size, dragged(size, centred, { x: 30, y: 30 }))).toEqual({ left: 70, top: 0, side: 200 })
})

test.each([
  [{}, centred],
  [
    { cropZoom: '2.5', cropX: '0', cropY: '100' },
    { zoom: 2.5, x: 0, y: 100 },
  ],
  [{ cropZoom: '1e9', cropX: 'NaN', cropY: '-1' }, centred],
  [
    { cropZoom: '0', cropX: '999', cropY: '' },
    { zoom: 1, x: 100, y: 50 },
  ],
])('%o is read as %o', (values, crop) => {
  expect(readCrop(values as Record<string, string>)).toEqual(crop)
})
