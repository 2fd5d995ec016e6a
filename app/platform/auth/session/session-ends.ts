import type { Role } from '~/shared/role'

const hour = 60 * 60_000
const day = 24 * hour

/**
 * Per role: the idle time-out (`rest`) and the absolute lifetime (`inAll`) of a session. Short for administrators, who
 * see other people's data; long for members, because somebody frightened at night should not meet a login page.
 */
export const sessionEnds = {
  member: { rest: 90 * day, inAll: 365 * day },
  company: { rest: 30 * day, inAll: 180 * day },
  admin: { rest: 12 * hour, inAll: 7 * day },
} as const satisfies Record<Role, { rest: number; inAll: number }>

/** The longest `inAll`: a cookie older than that is useless. */
export const cookieLifeDays = 365

/** The expiry of a session that began at `startedAt` and was last used at `usedAt`. */
export function endOfSession(role: Role, startedAt: Date, usedAt: Date): Date {
  const { rest, inAll } = sessionEnds[role]
  return new Date(Math.min(usedAt.getTime() + rest, startedAt.getTime() + inAll))
}

/** Whether to store a session's use. At most once an hour, to save a write for each page. */
export function isUseDue(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() >= hour
}
