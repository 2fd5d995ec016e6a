import { expect, test } from 'vitest'
import { inWords } from './seconds'

test.each([
  [0, '0 s'],
  [47.6, '48 s'],
  [60, '1 min'],
  [125, '2 min 5 s'],
  [3600, '1 tim'],
  [4200, '1 tim 10 min'],
])('%d seconds read %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
