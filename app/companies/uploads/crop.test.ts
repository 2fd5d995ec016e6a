import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centred, cut, dragged, readCrop } from './crop'

const square = 1

test.each([
  [{ width: 400, height: 200 }, centred, square, { left: 100, top: 0, width: 200, height: 200 }],
  [{ width: 200, height: 400 }, centred, square, { left: 0, top: 100, width: 200, height: 200 }],
  [{ width: 400, height: 200 }, { zoom: 2, x: 0, y: 100 }, square, { left: 0, top: 100, width: 100, height: 100 }],
  [{ width: 400, height: 200 }, { zoom: 99, x: 999, y: -5 }, square, { left: 350, top: 0, width: 50, height: 50 }],
  [{ width: 1, height: 1 }, { zoom: 4, x: 100, y: 100 }, square, { left: 0, top: 0, width: 1, height: 1 }],
  [{ width: 200, height: 400 }, { zoom: 99, x: -5, y: 999 }, square, { left: 0, top: 350, width: 50, height: 50 }],
  [{ width: 3, height: 3 }, { zoom: 4, x: 0, y: 0 }, square, { left: 0, top: 0, width: 1, height: 1 }],
  [{ width: 400, height: 300 }, centred, 4 / 3, { left: 0, top: 0, width: 400, height: 300 }],
  [{ width: 600, height: 300 }, { zoom: 1, x: 100, y: 0 }, 4 / 3, { left: 200, top: 0, width: 400, height: 300 }],
  [{ width: 300, height: 600 }, { zoom: 2, x: 0, y: 100 }, 4 / 3, { left: 0, top: 487, width: 150, height: 113 }],
])('the cut of %o by crop %o in ratio %d is %o', (size, crop, ratio, part) => {
  expect(cut(size, crop, ratio)).toEqual(part)
})

test('property: the cut part is never outside the picture, also after dragging', () => {
  const pixels = fc.integer({ min: 1, max: 12_000 })
  const anything = fc.double({ noNaN: true, min: -1e6, max: 1e6 })
  const ratios = fc.constantFrom(square, 4 / 3)
  fc.assert(
    fc.property(pixels, pixels, anything, anything, anything, ratios, (width, height, zoom, x, y, ratio) => {
      const size = { width, height }
      const crop = dragged(size, { zoom, x, y }, { x, y }, ratio)
      const part = cut(size, crop, ratio)
      expect(part.width).toBeGreaterThan(0)
      expect(part.height).toBeGreaterThan(0)
      expect(part.left).toBeGreaterThanOrEqual(0)
      expect(part.top).toBeGreaterThanOrEqual(0)
      expect(part.left + part.width).toBeLessThanOrEqual(width)
      expect(part.top + part.height).toBeLessThanOrEqual(height)
    }),
  )
})

test('dragging moves the cut part with the pointer', () => {
  const size = { width: 400, height: 200 }
  const part = cut(size, dragged(size, centred, { x: 30, y: 30 }, square), square)
  expect(part).toEqual({ left: 70, top: 0, width: 200, height: 200 })
})

test('dragging stops at the edge of the picture and does nothing without room', () => {
  const size = { width: 400, height: 200 }
  expect(dragged(size, centred, { x: 9999, y: 9999 }, square)).toEqual({ zoom: 1, x: 0, y: 50 })
  expect(dragged(size, centred, { x: -9999, y: -9999 }, square)).toEqual({ zoom: 1, x: 100, y: 50 })
  // Moves even if only one pixel is left to move.
  expect(dragged({ width: 201, height: 200 }, { zoom: 1, x: 0, y: 0 }, { x: -1, y: -1 }, square)).toEqual({
    zoom: 1,
    x: 100,
    y: 0,
  })
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
  [
    { cropZoom: '1', cropX: '100', cropY: '0' },
    { zoom: 1, x: 100, y: 0 },
  ],
  [
    { cropZoom: '9', cropX: '0.5', cropY: '101' },
    { zoom: 4, x: 0.5, y: 100 },
  ],
])('crop fields %o are read as %o', (values, crop) => {
  expect(readCrop(values as Record<string, string>)).toEqual(crop)
})
