import type { ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { type Refusal, refused } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import type { BookingForm } from '../book/booking-form'
import { dayAt, timeAt } from '../book/open-days.server'
import { messages } from '../book/refusal-words'
import { seenTerms, type Terms } from '../book/seen-terms'
import type { Booking } from '../booking-store.server'
import type { Coming, Rhythm } from './coming.server'
import { readComing } from './go-on.server'
import type { Weeks } from './rhythm'
import { insertSeries, putInSeries } from './series-store.server'
import { comingWords } from './series-words'

/** A requested rhythm, and what would become of each of its days as things are now. */
export type PlannedSeries = { rhythm: Rhythm; day: string; coming: Coming[] }

/** Precondition: the company of `service` is locked. */
export async function planSeries(
  db: Database,
  service: ServiceToBook,
  { start, holidays }: Pick<BookingForm, 'start' | 'holidays'>,
  weeks: Weeks,
  now: Date,
): Promise<PlannedSeries> {
  const rhythm = { weeks, time: timeAt(start), onHolidays: holidays }
  const day = dayAt(start)
  return { rhythm, day, coming: await readComing(db, service, rhythm, day, now) }
}

/** The days that can be booked, as the form posts them back. Only compared, never booked from. */
export const seenDays = (coming: readonly Coming[]) =>
  coming
    .filter(({ none }) => none === null)
    .map(({ day }) => day)
    .join(' ')

/** Refuses when the days differ from those that the page showed: the member sees the new ones and asks again. */
export function seenOtherDays({ coming }: PlannedSeries, { days }: Pick<BookingForm, 'days'>): Refusal | null {
  return days === seenDays(coming) ? null : refused(messages.failed, { message: messages.otherDays })
}

/** Notes that a request repeats. Neither books nor reserves the later times. Returns sentences for the letter. */
export async function askForSeries(
  db: Database,
  { rhythm, day, coming }: PlannedSeries,
  first: Booking,
  terms: Terms,
  now: Date,
): Promise<string[]> {
  const seriesId = await insertSeries(db, {
    customer_id: first.customer?.id ?? null,
    company_id: first.company.id,
    service_id: first.serviceId,
    weeks: rhythm.weeks,
    start_time: rhythm.time,
    on_holidays: rhythm.onHolidays,
    terms: seenTerms(terms),
    next_day: daysAfter(day, 7 * rhythm.weeks),
    due_at: now,
    created_at: now,
  })
  await putInSeries(db, first.id, seriesId, day)
  return comingWords(rhythm.weeks, false, coming)
}
