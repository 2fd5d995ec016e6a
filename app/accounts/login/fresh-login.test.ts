import { expect, test } from 'vitest'
import { isFresh } from './fresh-login'

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)

test.each([
  ['09:00', null, '09:14', true],
  ['09:00', null, '09:15', false],
  ['09:00', '11:00', '11:14', true],
  ['09:00', '11:00', '11:15', false],
  // A clock that was set back does not make the login stale.
  ['09:00', '11:00', '10:59', true],
] as const)(
  'logged in at %s and confirmed at %s, the login is fresh at %s: %s',
  (startedAt, confirmedAt, now, fresh) => {
    expect(isFresh({ startedAt: at(startedAt), confirmedAt: confirmedAt && at(confirmedAt) }, at(now))).toBe(fresh)
  },
)
