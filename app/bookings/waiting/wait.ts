/**
 * The rules of the waiting list: which time fits whom, for how long it is held, and which times a member is not offered
 * again. Pure: days and parts of the day have already been converted from the wall clock.
 */

/** The same names as `shownStart` uses. */
type PartOfDay = 'Natt' | 'Förmiddag' | 'Eftermiddag' | 'Kväll'
type Part = { label: string; of: readonly PartOfDay[] }

export const dayParts = {
  any: { label: 'Hela dagen', of: ['Natt', 'Förmiddag', 'Eftermiddag', 'Kväll'] },
  morning: { label: 'Förmiddag, före 12', of: ['Natt', 'Förmiddag'] },
  afternoon: { label: 'Eftermiddag, 12 till 17', of: ['Eftermiddag'] },
  evening: { label: 'Kväll, efter 17', of: ['Kväll'] },
} as const satisfies Record<string, Part>

export type DayPart = keyof typeof dayParts

/** How many services one member may wait for at once. */
export const MOST_WAITS = 5

const minute = 60_000
const hour = 60 * minute

/** How long an offered time is held for the member. */
export const OFFER_HOURS = 2
/** An offer that would expire at night is extended to this long after the end of the night. */
const MORNING_HOURS = 1
/** No offer is made that leaves less time than this to answer. */
const LEAST_TIME = 30 * minute

/** The same rule in words, shown before joining the list. */
export const offerRule = `Blir en tid ledig erbjuds den i tur och ordning. Du får veta det på dagen, aldrig på natten, och tiden hålls för dig i ${OFFER_HOURS} timmar.`

export type Wanted = { from: string; to: string; part: DayPart }

/** A free start with its wall-clock day and part of the day. */
export type FreeStart = { start: number; day: string; part: PartOfDay }

export function fits({ from, to, part }: Wanted, free: Omit<FreeStart, 'start'>): boolean {
  const parts: readonly string[] = dayParts[part].of
  return from <= free.day && free.day <= to && parts.includes(free.part)
}

/** When an offer is announced and until when it is held. `nightEnd`: when the night of a moment ends; null by day. */
export function offerSpan(now: number, nightEnd: (moment: number) => number | null): { tell: number; until: number } {
  const tell = nightEnd(now) ?? now
  const until = tell + OFFER_HOURS * hour
  const morning = nightEnd(until)
  return { tell, until: morning === null ? until : morning + MORNING_HOURS * hour }
}

/** How an offer ended that was not taken. */
export type OfferAnswer = 'declined' | 'lapsed'

/** A time that a member was offered and did not take. */
export type Asked = { from: number; to: number; day: string; answer: OfferAnswer }

type Looking = {
  wanted: Wanted
  /** In ascending order. */
  free: readonly FreeStart[]
  asked: readonly Asked[]
  span: { tell: number; until: number }
  service: { durationMin: number; noticeHours: number }
}

/**
 * The first free time to offer a member, and until when it is held; null when there is none. Declining excludes
 * overlapping times, and letting an offer lapse excludes the whole day. The offer never outlasts the moment until which
 * the time can be booked, so a time too near for an answer is not offered at all.
 */
export function timeFor({ wanted, free, asked, span, service }: Looking): { start: number; until: number } | null {
  const { durationMin, noticeHours } = service
  for (const one of free) {
    const until = Math.min(span.until, one.start - noticeHours * hour)
    if (until - span.tell < LEAST_TIME || !fits(wanted, one)) continue
    const end = one.start + durationMin * minute
    const wasAsked = asked.some(({ from, to, day, answer }) =>
      answer === 'lapsed' ? day === one.day : from < end && one.start < to,
    )
    if (!wasAsked) return { start: one.start, until }
  }
  return null
}
