/**
 * What happens at the locks, for whoever watches over the product: one line an event, of one shape. It says who it was by
 * the id of an account, if that is known; never from which address, by which name, or what was written.
 */
export type SecurityEvent = {
  kind: SecurityKind
  /** The account or guard that it is, or says it is with a session of its own. */
  actorId?: string | undefined
  /** A word of ours: which step, which limit. Never one from outside. */
  what?: string | undefined
  /** As a log may hold it (server/door/address.ts). */
  path?: string
  status?: number
  requestId?: string
}

/** How many lines of a kind there may be in a minute; the rest are counted, so that nobody fills a disk by knocking. */
const mostPerMinute = {
  /** Takes an account each. */
  login: 600,
  'login failed': 120,
  /** Not let in, or not there for whoever asked. */
  'door refused': 60,
  /** No such address, or somebody else's. */
  'nothing there': 60,
  /** What no page of ours sends. */
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
