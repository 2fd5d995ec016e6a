import { lockServiceToBook, readBookableOf, type ServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { Person, SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { brokenConstraint, isLockTimeout } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { daysAfter } from '~/shared/time'
import { asksForEarlyStart, firstLapse, MOST_WAITING } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, type HeldBy, readByKey } from '../booking-store.server'
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
import { dayAt } from './open-days.server'
import { stretchAbout, type ToPlace, timesOfDay } from './read-times.server'
import { messages } from './refusal-words'
import { changedInVisit, termsOf } from './seen-terms'
import { type Priced, writeBookings } from './write-booking.server'

const noAt = (message: string) => refused(messages.failed, { fields: { start: message } })

/** `booking`: the new booking, of a visit the first; null when a retry found the existing one. */
export type Requested = { id: string; booking: Booking | null }

/**
 * A member requests a time at a company of their postcode. Fields: `key`, `service`, `day`, `start`, `seen`, `early` =
 * 'on' for a job that may begin within the withdrawal period; optional `address`, `phone`, `note` and `also` (ids of
 * further services for the same visit). A series also has `weeks`, `holidays` and `days`; it is one request for its
 * first time, and the company's yes books the others (../repeat). Nothing else is read from the form.
 * Idempotent by `key`. Of concurrent requests for the last free lane exactly one succeeds.
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
    .catch((error) => afterDatabaseError(error, house.db, form.value.key, person.id))
  if (!requested.ok) return requested
  const { id, booking } = requested.value
  if (booking) tellPages(house, booking)
  return accepted({ id })
}

/**
 * The same inside the caller's transaction. `heldForThem` is the id of a time offered to this member from the waiting
 * list (waiting/), which blocks everybody else. Booking also removes the member from the waiting list of the service
 * for that day.
 */
export async function bookIn(
  db: Database,
  house: House,
  person: Person,
  form: BookingForm,
  heldForThem?: string,
): Promise<Outcome<Requested>> {
  const now = house.clock.now()
  // Reads opening hours from the day before on, since a night that begins then may extend into the day.
  const service = await lockServiceToBook(db, form.service, person.postcode, daysAfter(dayAt(form.start), -1))
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
    await tellOfBooking(db, { origin: house.config.origin, now }, { kind: 'requested' }, booked, coming)
    return accepted({ id: booking.id, booking })
  }
  // A retry of a request whose answer was lost: the refusal is caused by the member's own booking, so return that one.
  const earlier = await readByKey(db, form.key, person.id)
  return (
    standing(earlier) ??
    refusal ??
    (earlier ? refused(messages.failed, { message: messages.spent }) : noAt(messages.taken))
  )
}

/** The answer to a form that was sent before. Null if its booking was cancelled since: it is not booked any more. */
export function standing(earlier: Awaited<ReturnType<typeof readByKey>>): Outcome<Requested> | null {
  return earlier && earlier.status !== 'cancelled' ? accepted({ id: earlier.id, booking: null }) : null
}

/** The further services of the visit: bookable ones of the same, locked company. Other ids are dropped. */
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

/** Refuses if the terms have changed since the page was shown: the member sees the new ones and must confirm. */
function seenOtherwise(services: readonly Priced[], seen: string): Refusal | null {
  const now = services.map(({ service, money }) => ({ title: service.title, terms: termsOf(service, money) }))
  const message = changedInVisit(seen, now)
  return message === null ? null : refused(messages.failed, { message })
}

/**
 * Checks conditional fields. The address is required if the job is done at the member's home, and the member's express
 * wish if the job may begin within the withdrawal period.
 */
function saidTooLittle({ place }: ServiceToBook, { start, early, address }: BookingForm, now: Date): Refusal | null {
  const fields = {
    ...(place === 'customer' && address === null ? { address: messages.address } : {}),
    ...(!early && asksForEarlyStart(new Date(start), now) ? { early: earlyStartNeeded } : {}),
  }
  return Object.keys(fields).length > 0 ? refused(messages.failed, { fields }) : null
}

/** A limit on pending requests, so that one member cannot block a company's calendar. */
const hasTooMany = (waiting: number): Refusal | null =>
  waiting < MOST_WAITING ? null : refused(messages.failed, { message: messages.tooMany })

/** Why the start cannot be booked; null when it can. */
function whyNot(service: ToPlace, person: Person, start: number, held: readonly HeldBy[], now: Date): Refusal | null {
  const day = dayAt(start)
  if (start <= now.getTime()) return noAt(messages.past)
  if (day > daysAfter(dayAt(now.getTime()), DAYS_AHEAD)) return noAt(messages.notFree)
  if (timesOfDay(service, day, held, now).starts.includes(start)) return null
  const isFreeBeside = (jobs: readonly Held[]) => timesOfDay(service, day, jobs, now).starts.includes(start)
  if (!isFreeBeside([])) return noAt(messages.notFree)
  const others = held.filter(({ customerId }) => customerId !== person.id)
  return noAt(isFreeBeside(others) ? messages.own : messages.taken)
}

/** Null when no lane was free after all, or when the key has been used. */
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

/**
 * Refuses on a violation of the exclusion constraint: a write without the company's lock got the time first. Also on a
 * lock timeout, when many book the same company: the transaction is rolled back, and trying again is safe. Unless this
 * was a second try of a form whose first one got the lock: then that booking stands.
 */
export async function afterDatabaseError(
  error: unknown,
  db: Database,
  key: string,
  personId: string,
): Promise<Outcome<Requested>> {
  if (isLockTimeout(error)) {
    return standing(await readByKey(db, key, personId)) ?? refused(messages.failed, { message: messages.crowded })
  }
  if (brokenConstraint(error) !== 'bookings_never_twice') throw error
  return noAt(messages.taken)
}
