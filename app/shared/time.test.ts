import { expect, test } from 'vitest'
import { formatMomentSeen } from './time'

test.each([
  ['2027-02-24T13:30:00Z', '2026-11-25T04:00:00Z', '24 feb. 2027 14.30'],
  ['2026-02-24T13:30:00Z', '2026-11-25T04:00:00Z', '24 feb. 14.30'],
  ['2025-12-31T22:59:00Z', '2026-01-01T00:00:00Z', '31 dec. 2025 23.59'],
  // New Year comes here an hour before it does in Greenwich, to what is shown and to whoever looks.
  ['2026-12-31T23:05:00Z', '2026-12-31T22:00:00Z', '1 jan. 2027 00.05'],
  ['2026-12-31T23:05:00Z', '2026-12-31T23:30:00Z', '1 jan. 00.05'],
])('%s seen %s is "%s"', (moment, now, expected) => {
  expect(formatMomentSeen(new Date(moment), new Date(now))).toBe(expected)
})
