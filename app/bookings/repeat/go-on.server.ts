import { randomUUID } from 'node:crypto'
import { readAccount, readIsBlocked } from '~/accounts/public.server'
import { lockServiceToBook, readServiceToBook, type ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { DAYS_AHEAD } from '../book/availability'
import { mayHaveDiscount } from '../book/may-have-discount'
import { dayAfter, dayAt, startOn } from '../book/open-days.server'
import { readHeldAbout, whyNotThen } from '../book/read-times.server'
import { seenTerms, type Terms, termsOf } from '../book/seen-terms'
import { type Customer, writeBookings } from '../book/write-booking.server'
import type { Booking } from '../booking-store.server'
import { readHeld } from '../booking-store.server'
import { type BookingMoney, bookingMoney } from '../money'
import { EARLY_START, mayBeginEarly } from '../withdrawal'
import { type Coming, comingOn, daysOf, lastDayMade, type Rhythm, withinReach } from './coming.server'
import { changeSeries, putInSeries, readAheadOf, readLastOf, type Series } from './series-store.server'

/** What has become of a series when it was its turn. */
export type GoneOn = {
  made: Booking[]
  leftOut: Coming[]
  /** Terms that hold now and that the member has not agreed to: nothing is made until they have. */
  asks: Terms | null
  /** Nothing more can be booked, and nothing of it is left. */
  isOver: boolean
}

/** What somebody who pays for a series is charged now, and by which terms. */
export type NowOffered = { service: ServiceToBook; customer: Customer; money: BookingMoney; terms: Terms }

/** Null when it cannot be booked just now. `look` holds the company, or only looks. */
export async function readOffered(
  db: Database,
  { customerId, serviceId }: Pick<Series, 'customerId' | 'serviceId'>,
  now: Date,
  look: typeof readServiceToBook | typeof lockServiceToBook = readServiceToBook,
): Promise<NowOffered | null> {
  if (customerId === null || (await readIsBlocked(db, customerId))) return null
  const { postcode, full_name: name, email, phone, member_status } = await readAccount(db, customerId)
  // From the day before, since a night that begins then may reach into today.
  const service = await look(db, serviceId, postcode, dayAfter(dayAt(now.getTime()), -1))
  if (!service) return null
  const money = bookingMoney(service.listOre, mayHaveDiscount({ memberStatus: member_status }))
  const customer = { id: customerId, name, email, phone, postcode }
  return { service, customer, money, terms: termsOf(service, money) }
}

/** What would become of the times after a first one, as far ahead as they are made: read, not held. */
export async function readComing(
  db: Database,
  service: ServiceToBook,
  rhythm: Rhythm,
  firstDay: string,
  now: Date,
): Promise<Coming[]> {
  const days = daysOf(dayAfter(firstDay, 7 * rhythm.weeks), rhythm.weeks, lastDayMade(now))
  const [from] = days
  if (from === undefined) return []
  const to = days.at(-1) ?? from
  const held = await readHeld(db, service.company_id, startOn(from, '00:00'), startOn(dayAfter(to, 2), '00:00'))
  return days.map((day) => comingOn(rhythm, day, (of, start) => whyNotThen(service, of, start, held, now)))
}

/**
 * Makes what is due of a series: each time by the same constraint and the same rules as any booking, and none by terms that the
 * member has not seen. The company is held; done again it finds nothing to do. `earlyStartAt` is when the member agreed that
 * jobs may begin within the time to withdraw, in this very turn: without it none is made that near.
 */
export async function goOn(db: Database, series: Series, now: Date, earlyStartAt: Date | null = null): Promise<GoneOn> {
  const offered = await readOffered(db, series, now, lockServiceToBook)
  const isAgreed = offered !== null && seenTerms(offered.terms) === series.terms
  if (!isAgreed) return rest(db, series, offered?.terms ?? null, now)
  const { days, nextDay } = withinReach(series, now)
  const made: Booking[] = []
  const leftOut: Coming[] = []
  for (const day of days) {
    const one = await makeOne(db, series, offered, day, now, earlyStartAt)
    if ('id' in one) made.push(one)
    else leftOut.push(one)
  }
  await changeSeries(db, series.id, { next_day: nextDay, due_at: dueFor(nextDay), asked_terms: null })
  return { made, leftOut, asks: null, isOver: false }
}

async function makeOne(
  db: Database,
  series: Series,
  { service, customer, money }: NowOffered,
  day: string,
  now: Date,
  earlyStartAt: Date | null,
): Promise<Booking | Coming> {
  const held = await readHeldAbout(db, service.company_id, startOn(day, series.time))
  const coming = comingOn(series, day, (of, start) => whyNotThen(service, of, start, held, now))
  if (coming.none) return coming
  const startsAt = new Date(coming.start)
  const isEarly = mayBeginEarly(startsAt, now)
  if (isEarly && !earlyStartAt) return { ...coming, none: 'too soon' }
  const { address, phone, note } = await readLastOf(db, series.id)
  const early = isEarly ? { earlyStart: EARLY_START, earlyStartAt } : { earlyStart: null, earlyStartAt: null }
  const besides = { ...early, endsWaitOn: null }
  const wanted = { key: randomUUID(), start: coming.start, address, phone, note, lapsesAt: startsAt, confirmedAt: now }
  const [booking] =
    (await writeBookings(db, [{ service, money }], customer, { ...wanted, ...besides }, held, now)) ?? []
  if (!booking) return { ...coming, none: 'full' }
  await putInSeries(db, booking.id, series.id, day)
  return { ...booking, seriesId: series.id }
}

/** Nothing is made. What has been meanwhile is not made later either, and when nothing is left ahead it is over. */
async function rest(db: Database, series: Series, terms: Terms | null, now: Date): Promise<GoneOn> {
  const { days, nextDay } = withinReach(series, now)
  const asked = terms && seenTerms(terms)
  const tomorrow = startOn(dayAfter(dayAt(now.getTime()), 1), '00:00')
  await changeSeries(db, series.id, {
    next_day: days[0] ?? nextDay,
    due_at: new Date(tomorrow),
    asked_terms: asked,
  })
  const isOver = (await readAheadOf(db, series.id, now)).length === 0
  return { made: [], leftOut: [], asks: asked === series.askedTerms ? null : terms, isOver }
}

/** When a day comes within reach. */
const dueFor = (day: string) => new Date(startOn(dayAfter(day, -DAYS_AHEAD), '00:00'))
