import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'

/** 'Följ mig hem': when somebody will be home, and what happens when they do not say that they are. */

export const minuteChoices = [15, 30, 45, 60] as const

/** Nobody walks for longer, and a time that has just passed is not tomorrow's. */
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

/** After so many minutes, or at this time of the clock ("23:10"), the next that comes. Null for what is neither, or too far. */
export function homeAt({ minutes, clock }: { minutes?: string; clock?: string }, now: Date): Date | null {
  if (clock) return atClock(clock, now)
  const chosen = minuteChoices.find((one) => String(one) === minutes)
  return chosen === undefined ? null : new Date(now.getTime() + chosen * minute)
}

/** The next minute at which clocks here show it, however they are set on the way there. */
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

/** That many minutes more than was said, or than now when that has passed. */
export function extended(before: Date, minutes: string | undefined, now: Date): Date | null {
  const from = new Date(Math.max(before.getTime(), now.getTime()))
  const later = homeAt({ minutes: minutes ?? '' }, from)
  return later && later.getTime() - now.getTime() <= longestHours * 60 * minute ? later : null
}

/** Why a walk home cannot be begun; null when it can. An alarm that reaches nobody must not be promised. */
export function whyNotWalk({ isMember, isAreaOpen }: { isMember: boolean; isAreaOpen: boolean }): string | null {
  if (!isMember) return `Följ mig hem är för medlemmar. Ring ${EMERGENCY_NUMBER} om du är i fara.`
  if (!isAreaOpen) {
    return `Ditt kvarter har inte öppnat än, så ingen väktare kan komma om du inte kommer hem. Be någon du litar på att följa dig, och ring ${EMERGENCY_NUMBER} om du är i fara.`
  }
  return null
}
