/**
 * Security events for monitoring (SIEM): one line per event, all of one shape. Identifies a person only by the id of a
 * known account; never by IP address or name, and never includes what was written.
 */
export type SecurityEvent = {
  kind: SecurityKind
  /** The account or guard concerned, as known from a session or a proof. */
  actorId?: string | undefined
  /** A fixed word of ours: which step, which limit. Never input. */
  what?: string | undefined
  /** The path as a log may contain it (server/door/address.ts). */
  path?: string
  status?: number
  requestId?: string
}

/**
 * Rate limit for lines per kind and minute. Further events are only counted, so that nobody can fill the disk with
 * failed attempts.
 */
const mostPerMinute = {
  /** High, because each login needs an account. */
  login: 600,
  'login failed': 120,
  /** Not logged in, or not allowed for this role. */
  'door refused': 60,
  /** No such page or row, or somebody else's. */
  'nothing there': 60,
  /** Input that no page of ours sends. */
  'input refused': 60,
  'limit spent': 60,
} as const

export type SecurityKind = keyof typeof mostPerMinute

export type SecurityLine = Omit<SecurityEvent, 'kind'> & { security: SecurityKind; more?: string; leftOut?: number }

const minuteMs = 60_000

export function securityLog(
  write: (line: SecurityLine) => void,
  now: () => number,
  share = (most: number) => most,
): (event: SecurityEvent) => void {
  const minutes = new Map<SecurityKind, { since: number; count: number }>()
  return ({ kind, ...rest }) => {
    const most = share(mostPerMinute[kind])
    let minute = minutes.get(kind)
    if (!minute || now() - minute.since >= minuteMs) {
      if (minute && minute.count > most) write({ security: kind, leftOut: minute.count - most })
      minute = { since: now(), count: 0 }
      minutes.set(kind, minute)
    }
    minute.count++
    if (minute.count <= most) write({ security: kind, ...rest })
    else if (minute.count === most + 1) write({ security: kind, more: 'only counted until the minute is over' })
  }
}
