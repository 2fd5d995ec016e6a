import { type ServicePlace, servicePlaces } from '~/companies/public'

/**
 * The rules of a visit: several services of one company, done back to back. Each is a booking of its own, with its own
 * price, fee and end (docs/decisions/0196); they are requested, answered and moved together.
 */

/** How many services can be added to the first. */
export const MOST_MORE = 4

/** As long as the longest job (migration 0060): queries for jobs around a moment look no further. */
export const LONGEST_VISIT_MIN = 840

/** "Fönsterputs och Storstäd", "Fönsterputs och 2 tjänster till": at most two names, for headings and SMS. */
export function visitTitle(titles: readonly string[]): string {
  return titles.length > 2 ? `${titles[0]} och ${titles.length - 1} tjänster till` : titles.join(' och ')
}

/** Why services cannot be booked for one visit, in words for their field. */
export const visitMessages = {
  tooMany: `Välj högst ${MOST_MORE} tjänster till`,
  twice: 'Samma tjänst kan bara väljas en gång i ett besök',
  gone: 'En av tjänsterna går inte längre att boka. Läs vad som är valt nu och försök igen.',
  tooLong: `Besöket blir längre än ${LONGEST_VISIT_MIN / 60} timmar. Välj färre tjänster.`,
  repeats: 'Ett besök med flera tjänster kan inte upprepas. Boka tjänsterna var för sig om de ska komma igen.',
} as const

type Chosen = { id: string; title: string; place: ServicePlace; duration_min: number }

/** Why these services cannot be booked as one visit; null when they can. */
export function whyNoVisit(first: Chosen, more: readonly Chosen[]): string | null {
  const all = [first, ...more]
  if (more.length > MOST_MORE) return visitMessages.tooMany
  if (new Set(all.map(({ id }) => id)).size < all.length) return visitMessages.twice
  const elsewhere = more.find(({ place }) => place !== first.place)
  if (elsewhere) return elsewhereWords(elsewhere)
  const minutes = sumOf(all, ({ duration_min }) => duration_min)
  return more.length > 0 && minutes > LONGEST_VISIT_MIN ? visitMessages.tooLong : null
}

/** All services of a visit are done in the same place. */
export const elsewhereWords = ({ title, place }: Pick<Chosen, 'title' | 'place'>) =>
  `${title} görs ${servicePlaces[place].reader.toLowerCase()} och kan inte läggas till i det här besöket`

/**
 * Which of a company's other services can be added to the visit, and which of them are chosen, up to the limits, in the
 * company's order. `wrong` explains why a choice was not followed in full.
 */
export function moreOf<One extends Chosen>(first: Chosen, all: readonly One[], asked: readonly string[]) {
  const others = all.filter(({ id }) => id !== first.id)
  const fitting = others.filter(({ place }) => place === first.place)
  const chosen: One[] = []
  let wrong: string | null = null
  for (const one of fitting.filter(({ id }) => asked.includes(id))) {
    const because = whyNoVisit(first, [...chosen, one])
    if (because) wrong = because
    else chosen.push(one)
  }
  return { fitting, elsewhere: others.filter((one) => !fitting.includes(one)), chosen, wrong }
}

type Lengths = { duration_min: number; buffer_min: number; notice_hours: number }

/** Services in a row as a single one, to look for times: no gaps, and the longest buffer at the end. */
export function asOneService<Service extends Lengths>(first: Service, more: readonly Service[]) {
  const all = [first, ...more]
  return {
    ...first,
    duration_min: sumOf(all, ({ duration_min }) => duration_min),
    buffer_min: Math.max(...all.map(({ buffer_min }) => buffer_min)),
    notice_hours: Math.max(...all.map(({ notice_hours }) => notice_hours)),
    /** Only a single service longer than the opening hours may end after closing time, not a row of short ones. */
    longestMin: Math.max(...all.map(({ duration_min }) => duration_min)),
  }
}

type Timed = { startsAt: Date; endsAt: Date }

/**
 * Until when each part of a visit occupies its lane: until the next part begins, or until the buffer after it is over.
 * So there is no buffer between adjacent parts, and a part gets its buffer when the next one is cancelled.
 */
export function busyUntil(parts: readonly Timed[], breakMin: number): Date[] {
  return parts.map(({ endsAt }, index) => {
    const next = parts[index + 1]
    const over = endsAt.getTime() + breakMin * minute
    return new Date(next ? Math.min(over, next.startsAt.getTime()) : over)
  })
}

export type Part = Timed & {
  freeCancelHours: number
  customerPaysOre: number
  feeOre: number
  providerGetsOre: number
}

/** A visit as a whole: first start, last end, total price. Free cancelling ends with the earliest of its parts. */
export function together(parts: readonly Part[]) {
  const from = Math.min(...parts.map(({ startsAt }) => startsAt.getTime()))
  const to = Math.max(...parts.map(({ endsAt }) => endsAt.getTime()))
  const free = Math.min(...parts.map(({ startsAt, freeCancelHours }) => startsAt.getTime() - freeCancelHours * hour))
  return {
    startsAt: new Date(from),
    endsAt: new Date(to),
    durationMin: (to - from) / minute,
    freeCancelHours: (from - free) / hour,
    customerPaysOre: sumOf(parts, ({ customerPaysOre }) => customerPaysOre),
    feeOre: sumOf(parts, ({ feeOre }) => feeOre),
    providerGetsOre: sumOf(parts, ({ providerGetsOre }) => providerGetsOre),
  }
}

type Told = Part & { serviceTitle: string; bufferMin: number }

/** Bookings of one visit in the same state as a single booking, for letters and moves. */
export function asOneBooking<One extends Told>(parts: readonly [One, ...One[]]): One {
  const [first] = parts
  if (parts.length === 1) return first
  return {
    ...first,
    ...together(parts),
    bufferMin: parts.at(-1)?.bufferMin ?? first.bufferMin,
    serviceTitle: visitTitle(parts.map(({ serviceTitle }) => serviceTitle)),
  }
}

/**
 * Groups bookings of one visit in the same state, which are answered, moved and shown as one. Groups keep the order of
 * the input; within a group the services are in order of time, which is the order of their ids.
 */
export function byVisit<One extends { id: string; visitId: string | null; status: string }>(all: readonly One[]) {
  const visits = new Map<string, [One, ...One[]]>()
  for (const one of all) {
    const key = one.visitId === null ? one.id : `${one.visitId} ${one.status}`
    const visit = visits.get(key)
    if (visit) visit.push(one)
    else visits.set(key, [one])
  }
  for (const visit of visits.values()) visit.sort((a, b) => (a.id < b.id ? -1 : 1))
  return [...visits.values()]
}

const minute = 60_000
const hour = 60 * minute

function sumOf<One>(all: readonly One[], of: (one: One) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0)
}
