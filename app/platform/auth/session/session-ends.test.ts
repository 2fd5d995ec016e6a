import { expect, test } from 'vitest'
import { roles } from '~/shared/role'
import { cookieLifeDays, endOfSession, isUseDue, sessionEnds } from './session-ends'

const at = (days: number, hours = 0) => new Date(Date.UTC(2026, 0, 1 + days, hours))

test.each([
  // Idle time-out from the start.
  ['member', at(0), at(0), at(90)],
  ['company', at(0), at(0), at(30)],
  ['admin', at(0), at(0), at(0, 12)],
  // Idle time-out extended by use.
  ['member', at(0), at(200), at(290)],
  ['company', at(0), at(100), at(130)],
  ['admin', at(0), at(3, 5), at(3, 17)],
  // The absolute limit, whatever the use.
  ['member', at(0), at(300), at(365)],
  ['company', at(0), at(179), at(180)],
  ['admin', at(0), at(6, 20), at(7)],
] as const)('a session of a %s that began %s and was used %s expires %s', (role, startedAt, usedAt, end) => {
  expect(endOfSession(role, startedAt, usedAt)).toEqual(end)
})

test('the cookie lasts as long as the longest session', () => {
  const longest = Math.max(...roles.map((role) => sessionEnds[role].inAll))
  expect(cookieLifeDays * 86_400_000).toBe(longest)
})

test('a use is recorded once an hour at most', () => {
  expect(isUseDue(at(0), new Date(at(0, 1).getTime() - 1))).toBe(false)
  expect(isUseDue(at(0), at(0, 1))).toBe(true)
})
