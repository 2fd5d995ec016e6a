import type { Role } from '~/shared/role'

const hour = 60 * 60_000
const day = 24 * hour

/**
 * How long a session may rest, and how long it may last however much it is used. An administrator sees what belongs to
 * others; somebody frightened at night should not meet a login page after a quiet quarter.
 */
export const sessionEnds = {
  member: { rest: 90 * day, inAll: 365 * day },
  company: { rest: 30 * day, inAll: 180 * day },
  admin: { rest: 12 * hour, inAll: 7 * day },
} as const satisfies Record<Role, { rest: number; inAll: number }>

/** The longest of them: an older cookie is of no use to anybody. */
export const cookieLifeDays = 365

/** When a session ends that began then and is used now. */
export function endOfSession(role: Role, startedAt: Date, usedAt: Date): Date {
  const { rest, inAll } = sessionEnds[role]
  return new Date(Math.min(usedAt.getTime() + rest, startedAt.getTime() + inAll))
}

/** A use is written down once an hour, not at each page. */
export function isUseDue(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() >= hour
}
