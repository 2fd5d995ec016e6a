/**
 * The waiting list of a service, as rules: which time fits whom, how long it is theirs, and what somebody who has had one is not
 * asked again. Pure: days and parts of the day have been read off the wall already.
 */

/** As `shownStart` calls them. */
type PartOfDay = 'Natt' | 'Förmiddag' | 'Eftermiddag' | 'Kväll'
type Part = { label: string; of: readonly PartOfDay[] }

export const dayParts = {
  any: { label: 'Hela dagen', of: ['Natt', 'Förmiddag', 'Eftermiddag', 'Kväll'] },
  morning: { label: 'Förmiddag, före 12', of: ['Natt', 'Förmiddag'] },
  afternoon: { label: 'Eftermiddag, 12 till 17', of: ['Eftermiddag'] },
  evening: { label: 'Kväll, efter 17', of: ['Kväll'] },
} as const satisfies Record<string, Part>

export type DayPart = keyof typeof dayParts

/** How many services one member may wait for. */
export const MOST_WAITS = 5

const minute = 60_000
const hour = 60 * minute

/** How long an offered time is held for whoever it is offered to. */
export const OFFER_HOURS = 2
/** One that would run out at night runs until so long after the night. */
const MORNING_HOURS = 1
/** Nobody is asked who has less time than this to answer. */
const LEAST_TIME = 30 * minute

/** The same for a member, before they say that they want a time. */
export const offerRule = `Blir en tid ledig erbjuds den i tur och ordning. Du får veta det på dagen, aldrig på natten, och tiden hålls för dig i ${OFFER_HOURS} timmar.`

export type Wanted = { from: string; to: string; part: DayPart }

/** A free start, as the wall has it. */
export type FreeStart = { start: number; day: string; part: PartOfDay }

export function fits({ from, to, part }: Wanted, free: Omit<FreeStart, 'start'>): boolean {
  const parts: readonly string[] = dayParts[part].of
  return from <= free.day && free.day <= to && parts.includes(free.part)
}

/** When an offer that is made now is told, and until when it is held. `nightEnd`: when the night of a moment ends; null by day. */
export function offerSpan(now: number, nightEnd: (moment: number) => number | null): { tell: number; until: number } {
  const tell = nightEnd(now) ?? now
  const until = tell + OFFER_HOURS * hour
  const morning = nightEnd(until)
  return { tell, until: morning === null ? until : morning + MORNING_HOURS * hour }
}

/** How an offer ended that was not taken. */
export type OfferAnswer = 'declined' | 'lapsed'

/** A time that somebody was offered and did not take. */
export type Asked = { from: number; to: number; day: string; answer: OfferAnswer }

type Looking = {
  wanted: Wanted
  /** In order. */
  free: readonly FreeStart[]
  asked: readonly Asked[]
  span: { tell: number; until: number }
  service: { durationMin: number; noticeHours: number }
}

/**
 * The first free time that somebody is to be offered, and until when; null when there is none. A no was to that time, silence
 * to that day. It is held no longer than it can be booked, so what is too near for an answer is left to whoever books first.
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
