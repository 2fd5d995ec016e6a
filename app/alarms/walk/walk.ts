import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'

/** Rules of 'Följ mig hem': when a member will be home, and what happens if they do not say that they are. */

export const minuteChoices = [15, 30, 45, 60] as const

/** Longest walk. It also keeps a time that has just passed from being read as tomorrow's. */
const longestHours = 12
const minute = 60_000

export const walkStateLabels = {
  walking: 'På väg',
  asked: 'Tillfrågad',
  home: 'Hemma',
  cancelled: 'Avbruten',
  raised: 'Larmet gick',
} as const
export type WalkState = keyof typeof walkStateLabels

export const isOver = (state: WalkState) => state !== 'walking' && state !== 'asked'

/**
 * The moment when the member will be home: after so many minutes, or at the next such time of the clock ("23:10"). Null
 * when invalid or too far away.
 */
export function homeAt({ minutes, clock }: { minutes?: string; clock?: string }, now: Date): Date | null {
  if (clock) return atClock(clock, now)
  const chosen = minuteChoices.find((one) => String(one) === minutes)
  return chosen === undefined ? null : new Date(now.getTime() + chosen * minute)
}

/** The next minute at which Swedish clocks show this time. Tries minute by minute, so that DST changes are right. */
function atClock(clock: string, now: Date): Date | null {
  const wanted = /^([01]\d|2[0-3])[:.]([0-5]\d)$/.exec(clock.trim())
  if (!wanted) return null
  const next = Math.floor(now.getTime() / minute) + 1
  for (let at = next; at <= next + longestHours * 60; at++) {
    const moment = new Date(at * minute)
    if (formatClock(moment) === `${wanted[1]}.${wanted[2]}`) return moment
  }
  return null
}

/** The given minutes after the previous time, or after now if that has passed. Null when invalid or too far away. */
export function extended(before: Date, minutes: string | undefined, now: Date): Date | null {
  const from = new Date(Math.max(before.getTime(), now.getTime()))
  const later = homeAt({ minutes: minutes ?? '' }, from)
  return later && later.getTime() - now.getTime() <= longestHours * 60 * minute ? later : null
}

/** Why a walk home cannot be started; null when it can. An alarm that would reach nobody must not be promised. */
export function whyNotWalk({ isMember, isAreaOpen }: { isMember: boolean; isAreaOpen: boolean }): string | null {
  if (!isMember) return `Följ mig hem är för medlemmar. Ring ${EMERGENCY_NUMBER} om du är i fara.`
  if (!isAreaOpen) {
    return `Ditt kvarter har inte öppnat än, så ingen väktare kan komma om du inte kommer hem. Be någon du litar på att följa dig, och ring ${EMERGENCY_NUMBER} om du är i fara.`
  }
  return null
}
