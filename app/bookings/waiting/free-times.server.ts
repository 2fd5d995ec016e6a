import { readServiceToBook, type ServiceToBook } from '~/companies/public.server'
import { readNights } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import type { Held } from '../book/lanes'
import { dayAt, shownStart } from '../book/open-days.server'
import { timesOfDay } from '../book/read-times.server'
import { type FreeStart, fits, offerSpan, timeFor, type Wanted } from './wait'
import { readAsked } from './wait-store.server'

/** The properties of a service that decide its free times. */
export const wantedOf = (service: ServiceToBook) => ({
  durationMin: service.duration_min,
  bufferMin: service.buffer_min,
  noticeHours: service.notice_hours,
})

/** Free start times on the days waited for, which are within what can be booked (ask-for-time.server.ts). */
export function freeFor(wanted: Wanted, service: ServiceToBook, held: readonly Held[], now: Date): FreeStart[] {
  const today = dayAt(now.getTime())
  const free: FreeStart[] = []
  for (let day = [wanted.from, today].sort()[1] ?? today; day <= wanted.to; day = daysAfter(day, 1)) {
    const { starts } = timesOfDay(service, day, held, now)
    free.push(...starts.map((start) => ({ start, day, part: shownStart(start).part })))
  }
  return free.filter((one) => fits(wanted, one))
}

/** Offers that were not taken, as `timeFor` looks at them. */
export const askedOf = (rows: Awaited<ReturnType<typeof readAsked>>) =>
  rows.map(({ startsAt, busyUntil, answer }) => ({
    from: startsAt.getTime(),
    to: busyUntil.getTime(),
    day: dayAt(startsAt.getTime()),
    answer,
  }))

type Waiting = Wanted & { id: string; serviceId: string }

/** Whether the one who waits can be offered a time at all any more, if every booking of the days left were cancelled. */
export async function mayStillBeOffered(
  db: Database,
  person: { id: string; postcode: string },
  wait: Waiting,
  now: Date,
): Promise<boolean> {
  const service = await readServiceToBook(db, wait.serviceId, person.postcode, daysAfter(dayAt(now.getTime()), -1))
  if (!service) return false
  const span = offerSpan(now.getTime(), await readNights(db, person.id))
  const asked = askedOf(await readAsked(db, [wait.id]))
  const free = freeFor(wait, service, [], now)
  return timeFor({ wanted: wait, free, asked, span, service: wantedOf(service) }) !== null
}
