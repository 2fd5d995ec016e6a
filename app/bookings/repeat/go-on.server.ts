import { randomUUID } from 'node:crypto'
import { readAccount, readMayAct } from '~/accounts/public.server'
import { lockServiceToBook, readServiceToBook, type ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import { DAYS_AHEAD } from '../book/availability'
import { mayHaveDiscount } from '../book/may-have-discount'
import { dayAt, startOn } from '../book/open-days.server'
import { readHeldAbout, whyNotThen } from '../book/read-times.server'
import { seenTerms, type Terms, termsOf } from '../book/seen-terms'
import { type Customer, writeBookings } from '../book/write-booking.server'
import type { Booking } from '../booking-store.server'
import { readHeld } from '../booking-store.server'
import { type BookingMoney, bookingMoney } from '../money'
import { EARLY_START, mayBeginEarly } from '../withdrawal'
import { type Coming, comingOn, daysOf, lastDayMade, type Rhythm, withinReach } from './coming.server'
import { changeSeries, putInSeries, readAheadOf, readLastOf, type Series } from './series-store.server'

/** The result of a run of a series. */
export type GoneOn = {
  made: Booking[]
  leftOut: Coming[]
  /**
   * Current terms that the member has not agreed to: nothing is booked until they have. Null if there are none, or the
   * member has been asked about them already.
   */
  asks: Terms | null
  /** Nothing more can be booked and no booking lies ahead, so the series is over. */
  isOver: boolean
}

/** The service of a series with its current price and terms for its customer. */
export type NowOffered = { service: ServiceToBook; customer: Customer; money: BookingMoney; terms: Terms }

/** Null when the service cannot be booked now. `look` decides whether the company is locked or only read. */
export async function readOffered(
  db: Database,
  { customerId, serviceId }: Pick<Series, 'customerId' | 'serviceId'>,
  now: Date,
  look: typeof readServiceToBook | typeof lockServiceToBook = readServiceToBook,
): Promise<NowOffered | null> {
  if (customerId === null || !(await readMayAct(db, customerId, 'member'))) return null
  const { postcode, full_name: name, email, phone, member_status } = await readAccount(db, customerId)
  // Reads opening hours from the day before on, since a night that begins then may extend into today.
  const service = await look(db, serviceId, postcode, daysAfter(dayAt(now.getTime()), -1))
  if (!service) return null
  const money = bookingMoney(service.listOre, mayHaveDiscount({ memberStatus: member_status }))
  const customer = { id: customerId, name, email, phone, postcode }
  return { service, customer, money, terms: termsOf(service, money) }
}

/** What would become of the times after the first, as far ahead as they are made. Only a read; nothing is locked. */
export async function readComing(
  db: Database,
  service: ServiceToBook,
  rhythm: Rhythm,
  firstDay: string,
  now: Date,
): Promise<Coming[]> {
  const days = daysOf(daysAfter(firstDay, 7 * rhythm.weeks), rhythm.weeks, lastDayMade(now))
  const [from] = days
  if (from === undefined) return []
  const to = days.at(-1) ?? from
  const held = await readHeld(db, service.company_id, startOn(from, '00:00'), startOn(daysAfter(to, 2), '00:00'))
  return days.map((day) => comingOn(rhythm, day, (of, start) => whyNotThen(service, of, start, held, now)))
}

/**
 * Books what is due of a series, by the same rules and constraints as any booking, and only by terms that the member
 * has agreed to. Precondition: the company is locked. Idempotent. `earlyStartAt`: the member has just agreed that jobs
 * may begin within the withdrawal period; without it no job is made that near.
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

/** Books nothing. Days that pass meanwhile are not made up for; once no booking lies ahead the series is over. */
async function rest(db: Database, series: Series, terms: Terms | null, now: Date): Promise<GoneOn> {
  const { days, nextDay } = withinReach(series, now)
  const asked = terms && seenTerms(terms)
  const tomorrow = startOn(daysAfter(dayAt(now.getTime()), 1), '00:00')
  await changeSeries(db, series.id, {
    next_day: days[0] ?? nextDay,
    due_at: new Date(tomorrow),
    asked_terms: asked,
  })
  const isOver = (await readAheadOf(db, series.id, now)).length === 0
  return { made: [], leftOut: [], asks: asked === series.askedTerms ? null : terms, isOver }
}

/** When a day comes within reach of booking. */
const dueFor = (day: string) => new Date(startOn(daysAfter(day, -DAYS_AHEAD), '00:00'))
