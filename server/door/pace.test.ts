import { expect, test } from 'vitest'
import { patienceMs } from './pace'

/** Whether a body that is sent at a constant rate, after a silence, arrives within the patience. */
function comesIn(bytes: number, perSecond: number, silentS: number): boolean {
  for (let at = 0; ; at += 100) {
    const received = Math.floor(Math.max(0, at - silentS * 1_000) * (perSecond / 1_000))
    if (received >= bytes) return true
    if (at >= patienceMs(received)) return false
  }
}

test.each([
  ['an alarm from a phone on a slow line', 700, 1_000, 4, true],
  ['an alarm from a phone that lost its mast for eight seconds', 700, 1_000, 8, true],
  ['a long form on a slow line', 60_000, 1_000, 4, true],
  ['a picture of 5 MB on a line of 100 kbit/s', 5_000_000, 12_500, 2, true],
  ['ten bytes a second', 700, 10, 0, false],
  ['a byte a second', 700, 1, 0, false],
  ['no bytes at all', 700, 0, 0, false],
  ['a picture at 2,000 bytes a second', 5_000_000, 2_000, 0, false],
])('whether the body arrives before the timeout: %s', (_, bytes, perSecond, silentS, expected) => {
  expect(comesIn(bytes, perSecond, silentS)).toBe(expected)
})
