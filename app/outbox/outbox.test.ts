import { expect, test } from 'vitest'
import { pauseAfter } from './outbox'

test('the back-off grows from ten seconds to twelve hours, and ends after seven retries', () => {
  const pauses = []
  for (let attempts = 1; ; attempts++) {
    const pause = pauseAfter(attempts)
    if (pause === null) break
    pauses.push(pause)
  }
  const [minute, hour] = [60, 3_600]
  expect(pauses).toEqual([10, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour])
})
