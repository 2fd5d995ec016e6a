import { expect, test } from 'vitest'
import { formatDuration } from './duration'

test.each([
  [1, '1 min'],
  [45, '45 min'],
  [60, '1 tim'],
  [61, '1 tim 1 min'],
  [150, '2 tim 30 min'],
  [840, '14 tim'],
])('%i minutes are formatted as %s', (minutes, said) => {
  expect(formatDuration(minutes)).toBe(said)
})
