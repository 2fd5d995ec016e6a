import { expect, test } from 'vitest'
import { contrast } from './contrast'

/** Known WCAG examples; all our colours are checked with this measure. */
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#ffffff', '#777777', 4.48],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2)
})
