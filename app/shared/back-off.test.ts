import { expect, test } from 'vitest'
import { doubling, inSteps } from './back-off'

test('inSteps() gives each step and then null', () => {
  expect([1, 2, 3, 4].map(inSteps(10, 60, 300))).toEqual([10, 60, 300, null])
})

test('doubling() never ends and is capped', () => {
  expect([1, 2, 3, 4, 5, 2000].map(doubling(60, 500))).toEqual([60, 120, 240, 480, 500, 500])
})
