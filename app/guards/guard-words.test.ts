import { expect, test } from 'vitest'
import { formatUntil } from './guard-words'

test('formatUntil shows the time today and the date as well for tomorrow, in Stockholm time', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  expect(formatUntil(new Date('2026-11-20T21:00:00Z'), now)).toBe('22.00')
  expect(formatUntil(new Date('2026-11-21T05:00:00Z'), now)).toBe('21 nov. 06.00')
  // Past midnight in Stockholm, though not yet in UTC.
  expect(formatUntil(new Date('2026-11-20T23:30:00Z'), now)).toBe('21 nov. 00.30')
})
