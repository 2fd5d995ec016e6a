import type { KeptAlarm } from './kept-alarms'

/** So long a kept alarm is sent without asking. Whoever wrote it earlier may be safe, or somewhere else, by now. */
export const expiresAfterMs = 30 * 60_000

/**
 * By the phone's own clock; one that was set since says nothing, and then it is asked too. So is what may have been
 * written by another site.
 */
export function isFresh(
  { writtenAt, confirmedAt, isUnsure }: Pick<KeptAlarm, 'writtenAt' | 'confirmedAt' | 'isUnsure'>,
  now: number,
): boolean {
  if (isUnsure && confirmedAt === undefined) return false
  return Math.abs(now - (confirmedAt ?? writtenAt)) <= expiresAfterMs
}

/**
 * What is kept of one member's, oldest first: what is sent when there is a line, and what is too old to be sent unasked.
 * What somebody else wrote on this phone waits for them, and holds nobody up; what a page kept that did not know whose it
 * was is anybody's, also of a page that knows nobody (null).
 */
export function sortKept(kept: readonly KeptAlarm[], memberId: string | null, now: number) {
  const isOwn = (alarm: KeptAlarm) => alarm.memberId === null || alarm.memberId === memberId
  const own = kept.filter(isOwn).sort((one, other) => one.writtenAt - other.writtenAt)
  return {
    toSend: own.filter((alarm) => isFresh(alarm, now)),
    toAsk: own.filter((alarm) => !isFresh(alarm, now)),
  }
}
