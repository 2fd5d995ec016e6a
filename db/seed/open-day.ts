import { demoListings } from './listing-texts'

/** A job of the demo. It is placed on a day when its company is open, whatever weekday the demo is seeded. */
type Job = { company: string; service: string }

/** Counts days on which the company is open: 0 is today, or the next open day; negative days are past. */
export function inOpenDays(job: Job, days: number, at: string, now: Date): Date {
  const step = days < 0 ? -1 : 1
  const today = wallDay(now)
  let day = days === 0 ? today : today.add({ days: step })
  for (let left = Math.max(Math.abs(days), 1); ; day = day.add({ days: step })) {
    if (holds(job, day, at, today) && --left === 0) return momentOf(day, at)
  }
}

/** The day that many days ago, or the nearest earlier one on which the company was open. */
export function openDaysAgo(job: Job, daysAgo: number, at: string, now: Date): Date {
  const today = wallDay(now)
  let day = today.subtract({ days: daysAgo })
  while (!holds(job, day, at, today)) day = day.subtract({ days: 1 })
  return momentOf(day, at)
}

/** Whether the whole job lies within one span of its company's hours that day. */
export function holds(
  { company, service }: Job,
  day: Temporal.PlainDate,
  at: string,
  today: Temporal.PlainDate,
): boolean {
  const listing = demoListings[company]
  const minutes = listing?.services.find(({ title }) => title === service)?.minutes
  if (!listing || minutes === undefined) throw new Error(`${company} has no ${service}`)
  const isShut = listing.closed?.some(
    ({ from, to }) =>
      Temporal.PlainDate.compare(day, today.add({ days: from })) >= 0 &&
      Temporal.PlainDate.compare(day, today.add({ days: to })) <= 0,
  )
  if (isShut) return false
  const ends = Temporal.PlainTime.from(at).add({ minutes }).toString({ smallestUnit: 'minute' })
  return listing.hours.some(
    ({ weekdays, spans }) =>
      weekdays.includes(day.dayOfWeek) && spans.some(([opens, closes]) => opens <= at && ends <= closes),
  )
}

function wallDay(now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Stockholm').toPlainDate()
}

function momentOf(day: Temporal.PlainDate, at: string): Date {
  const wall = day.toZonedDateTime({ timeZone: 'Europe/Stockholm', plainTime: Temporal.PlainTime.from(at) })
  return new Date(wall.epochMilliseconds)
}
