import { lockServiceToBook, readBookableOf, type ServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { Person, SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { asksForEarlyStart, firstLapse, MOST_WAITING } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, type HeldBy, readIdByKey } from '../booking-store.server'
import { bookingMoney } from '../money'
import { askForSeries, planSeries, seenOtherDays } from '../repeat/ask-for-series.server'
import { tellPages } from '../tell-pages.server'
import { asOneService, visitMessages, whyNoVisit } from '../visit/visit'
import { EARLY_START, earlyStartNeeded } from '../withdrawal'
import { DAYS_AHEAD } from './availability'
import { readHeldAndWaiting } from './book-store.server'
import { type BookingForm, parseBooking } from './booking-form'
import type { Held } from './lanes'
import { mayHaveDiscount } from './may-have-discount'
import { dayAfter, dayAt } from './open-days.server'
import { stretchAbout, type ToPlace, timesOfDay } from './read-times.server'
import { messages } from './refusal-words'
import { changedInVisit, termsOf } from './seen-terms'
import { type Priced, writeBookings } from './write-booking.server'

const noAt = (message: string) => refused(messages.failed, { fields: { start: message } })

/** `booking`: null when it was made before; of several in one visit the first. */
export type Requested = { id: string; booking: Booking | null }

/**
 * A member asks a company of their postcode for a time: `key`, `service`, `day`, `start`, `seen`, `early` = 'on' for a job that
 * may begin within the time to withdraw, and if they like `address`, `phone`, `note`, and `also`, the ids of further services for the same visit. One that repeats has `weeks`, `holidays` and `days`,
 * and is one request: the first time is held, and the company's yes books the others (../repeat). Everything else is the server's to say. The
 * same key again is the same booking; of many who ask for the last free hands, one gets them.
 */
export async function requestBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ id: string }>> {
  onlyMember(signedIn)
  const { person } = signedIn
  const { noPostcode } = messages
  if (!person.postcode) return refused(noPostcode.title, { message: noPostcode.message })
  const form = parseBooking(values)
  if (!form.ok) return form
  const requested = await house.db
    .transaction()
    .execute((db) => bookIn(db, house, person, form.value))
    .catch(refusedAsTaken)
  if (!requested.ok) return requested
  const { id, booking } = requested.value
  if (booking) tellPages(house, booking)
  return accepted({ id })
}

/**
 * The same within a transaction. `heldForThem` is the time that they were offered (waiting/), which is in the way of everybody
 * else. Whoever has booked a service waits for it no longer on those days.
 */
export async function bookIn(
  db: Database,
  house: House,
  person: Person,
  form: BookingForm,
  heldForThem?: string,
): Promise<Outcome<Requested>> {
  const now = house.clock.now()
  // From the day before, since a night that begins then may reach into the day.
  const service = await lockServiceToBook(db, form.service, person.postcode, dayAfter(dayAt(form.start), -1))
  if (!service || service.owner_id === person.id) return refused(messages.failed, { message: messages.gone })
  const more = await readMore(db, service, form.also)
  const both = { companyId: service.company_id, customerId: person.id }
  const { held: all, waiting } = await readHeldAndWaiting(db, both, ...stretchAbout(form.start))
  const held = all.filter(({ id }) => id !== heldForThem)
  const priced = (one: ServiceToBook): Priced => ({
    service: one,
    money: bookingMoney(one.listOre, mayHaveDiscount(person)),
  })
  const first = priced(service)
  const services: [Priced, ...Priced[]] = [first, ...more.map(priced)]
  const series = form.weeks && (await planSeries(db, service, form, form.weeks, now))
  const refusal =
    whyNotTogether(service, more, form) ??
    seenOtherwise(services, form.seen) ??
    whyNot(asOneService(service, more), person, form.start, held, now) ??
    saidTooLittle(service, form, now) ??
    (series && seenOtherDays(series, form)) ??
    hasTooMany(waiting)
  const booked = refusal ? null : await book(db, services, person, form, held, now, heldForThem)
  if (booked) {
    const [booking] = booked
    const coming = series ? await askForSeries(db, series, booking, termsOf(service, first.money), now) : []
    await tellOfBooking(db, house.config.origin, { kind: 'requested' }, booked, coming)
    return accepted({ id: booking.id, booking })
  }
  // Sent before, and the line may have broken before the answer came: then its own booking is what is in the way.
  const earlier = await readIdByKey(db, form.key, person.id)
  return earlier ? accepted({ id: earlier, booking: null }) : (refusal ?? noAt(messages.taken))
}

/** Those of the company, which is held, that can be booked; another's is not found. */
async function readMore(db: Database, first: ServiceToBook, ids: readonly string[]): Promise<ServiceToBook[]> {
  if (ids.length === 0) return []
  const beside = await readBookableOf(db, first.company_id)
  return ids.flatMap((id) => beside.filter((one) => one.id === id)).map((one) => ({ ...first, ...one }))
}

function whyNotTogether(
  first: ServiceToBook,
  more: readonly ServiceToBook[],
  { also, weeks }: BookingForm,
): Refusal | null {
  const because =
    (more.length < also.length && visitMessages.gone) ||
    (also.length > 0 && weeks && visitMessages.repeats) ||
    whyNoVisit(first, more)
  return because ? refused(messages.failed, { fields: { also: because } }) : null
}

/** Nobody is bound by terms that they did not read: they are shown, and asked again. */
function seenOtherwise(services: readonly Priced[], seen: string): Refusal | null {
  const now = services.map(({ service, money }) => ({ title: service.title, terms: termsOf(service, money) }))
  const message = changedInVisit(seen, now)
  return message === null ? null : refused(messages.failed, { message })
}

/**
 * Whoever comes home to somebody has to know where. A job that may begin within the time to withdraw begins so early because the
 * member wants it to, and says so.
 */
function saidTooLittle({ place }: ServiceToBook, { start, early, address }: BookingForm, now: Date): Refusal | null {
  const fields = {
    ...(place === 'customer' && address === null ? { address: messages.address } : {}),
    ...(!early && asksForEarlyStart(new Date(start), now) ? { early: earlyStartNeeded } : {}),
  }
  return Object.keys(fields).length > 0 ? refused(messages.failed, { fields }) : null
}

/** So that nobody keeps the others out of a company's hours by asking for all of them. */
const hasTooMany = (waiting: number): Refusal | null =>
  waiting < MOST_WAITING ? null : refused(messages.failed, { message: messages.tooMany })

/** Why the start cannot be booked; null when it can. */
function whyNot(service: ToPlace, person: Person, start: number, held: readonly HeldBy[], now: Date): Refusal | null {
  const day = dayAt(start)
  if (start <= now.getTime()) return noAt(messages.past)
  if (day > dayAfter(dayAt(now.getTime()), DAYS_AHEAD)) return noAt(messages.notFree)
  if (timesOfDay(service, day, held, now).starts.includes(start)) return null
  const isFreeBeside = (jobs: readonly Held[]) => timesOfDay(service, day, jobs, now).starts.includes(start)
  if (!isFreeBeside([])) return noAt(messages.notFree)
  const others = held.filter(({ customerId }) => customerId !== person.id)
  return noAt(isFreeBeside(others) ? messages.own : messages.taken)
}

/** Null when there was no room after all, or the key has been used. */
async function book(
  db: Database,
  services: readonly [Priced, ...Priced[]],
  person: Person,
  form: BookingForm,
  held: readonly Held[],
  now: Date,
  heldForThem?: string,
): Promise<[Booking, ...Booking[]] | null> {
  const startsAt = new Date(form.start)
  const early = asksForEarlyStart(startsAt, now)
    ? { earlyStart: EARLY_START, earlyStartAt: now }
    : { earlyStart: null, earlyStartAt: null }
  const wanted = {
    ...form,
    ...early,
    lapsesAt: firstLapse(now, startsAt),
    confirmedAt: null,
    endsWaitOn: dayAt(form.start),
  }
  return writeBookings(db, services, person, wanted, held, now, heldForThem)
}

/** Whoever went past the company's lock met the database's own. */
export function refusedAsTaken(error: unknown): Refusal {
  if (brokenConstraint(error) !== 'bookings_never_twice') throw error
  return noAt(messages.taken)
}
