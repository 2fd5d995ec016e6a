import type { ServiceToBook } from '~/companies/public.server'
import { daysAfter } from '~/shared/time'
import type { Held } from '../book/lanes'
import { dayAt, shownStart } from '../book/open-days.server'
import { timesOfDay } from '../book/read-times.server'
import { type FreeStart, fits, type Wanted } from './wait'

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
