import { expect, test } from 'vitest'
import { pauseAfter } from './outbox'

test('the pauses grow, and end after most of a day', () => {
  const pauses = []
  for (let attempts = 1; ; attempts++) {
    const pause = pauseAfter(attempts)
    if (pause === null) break
    pauses.push(pause)
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(20 * 3600)
})
