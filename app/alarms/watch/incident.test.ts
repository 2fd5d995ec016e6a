import { expect, test } from 'vitest'
import { incidentLines, tellAt } from './incident'

const now = new Date('2027-03-01T12:00:00Z')
const secondsLater = (at: Date) => (at.getTime() - now.getTime()) / 1000

test.each([
  [null, 0],
  [{ at: now, wereTaken: true, times: 1 }, 60],
  [{ at: now, wereTaken: true, times: 0 }, 60],
  [{ at: now, wereTaken: true, times: 2 }, 120],
  [{ at: now, wereTaken: true, times: 3 }, 300],
  [{ at: now, wereTaken: true, times: 4 }, 600],
  [{ at: now, wereTaken: true, times: 5 }, 900],
  [{ at: now, wereTaken: true, times: 40 }, 900],
  [{ at: now, wereTaken: false, times: 40 }, 10],
  [{ at: new Date(now.getTime() + 3_600_000), wereTaken: true, times: 1 }, 60],
])('after %j operators are told in %i seconds', (last, expected) => {
  expect(secondsLater(tellAt(last, now))).toBe(expected)
})

test('incidents are summed up in one message, the most frequent first', () => {
  const counts = [
    { kind: 'late step' as const, count: 2 },
    { kind: 'late delivery' as const, count: 340 },
  ]
  expect(incidentLines(counts)).toEqual(['Ett meddelande kommer inte iväg (340)', 'Ett steg är försenat (2)'])
})
