import type { KeptAlarm } from './kept-alarms'

/** For how long a kept alarm is sent without asking. Later its author may be safe or somewhere else. */
export const expiresAfterMs = 30 * 60_000

/**
 * Whether the alarm may be sent without asking. Uses the phone's clock: if it was set meanwhile in either direction,
 * the alarm counts as old. One that another site may have posted is never fresh until confirmed.
 */
export function isFresh(
  { writtenAt, confirmedAt, isUnsure }: Pick<KeptAlarm, 'writtenAt' | 'confirmedAt' | 'isUnsure'>,
  now: number,
): boolean {
  if (isUnsure && confirmedAt === undefined) return false
  return Math.abs(now - (confirmedAt ?? writtenAt)) <= expiresAfterMs
}

/**
 * One member's kept alarms, oldest first: those to send now, and those too old to send without asking. Alarms of other
 * members on this phone are left out. One without a known member belongs to anybody, also to a page that knows no
 * member (null).
 */
export function sortKept(kept: readonly KeptAlarm[], memberId: string | null, now: number) {
  const isOwn = (alarm: KeptAlarm) => alarm.memberId === null || alarm.memberId === memberId
  const own = kept.filter(isOwn).sort((one, other) => one.writtenAt - other.writtenAt)
  return {
    toSend: own.filter((alarm) => isFresh(alarm, now)),
    toAsk: own.filter((alarm) => !isFresh(alarm, now)),
  }
}
