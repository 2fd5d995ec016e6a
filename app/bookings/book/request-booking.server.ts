import { lockServiceToBook, type ServiceToBook } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { Person, SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import { brokenConstraint } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, type Refusal, refused } from '~/shared/outcome'
import { asksForEarlyStart, firstLapse, MOST_WAITING } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, countWaiting, type HeldBy, insertBooking, readIdByKey } from '../booking-store.server'
import { type BookingMoney, bookingMoney } from '../money'
import { tellPages } from '../tell-pages.server'
import { EARLY_START, earlyStartNeeded } from '../withdrawal'
import { DAYS_AHEAD, stretchOf } from './availability'
import { type BookingForm, parseBooking } from './booking-form'
import type { Held } from './lanes'
import { mayHaveDiscount } from './may-have-discount'
import { dayAfter, dayAt } from './open-days.server'
import { readHeldAbout, timesOfDay } from './read-times.server'
import { messages } from './refusal-words'
import { changedSince } from './seen-terms'
import { takeLane } from './take-lane.server'

const noAt = (message: string) => refused(messages.failed, { fields: { start: message } })

type Requested = { id: string; booking: Booking | null }

/**
 * A member asks a company of their postcode for a time: `key`, `service`, `day`, `start`, `seen`, `early` = 'on' for a job that
 * may begin within the time to withdraw, and if they like `address`, `phone`, `note`. Everything else is the server's to say. The
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
    .execute((db) => request(db, house, person, form.value))
    .catch(refusedAsTaken)
  if (!requested.ok) return requested
  const { id, booking } = requested.value
  if (booking) tellPages(house, booking)
  return accepted({ id })
}

async function request(db: Database, house: House, person: Person, form: BookingForm): Promise<Outcome<Requested>> {
  const now = house.clock.now()
  // From the day before, since a night that begins then may reach into the day.
  const service = await lockServiceToBook(db, form.service, person.postcode, dayAfter(dayAt(form.start), -1))
  if (!service || service.owner_id === person.id) return refused(messages.failed, { message: messages.gone })
  const held = await readHeldAbout(db, service.company_id, form.start)
  const money = bookingMoney(service.listOre, mayHaveDiscount(person))
  const refusal =
    seenOtherwise(service, form.seen, money) ??
    whyNot(service, person, form.start, held, now) ??
    saidTooLittle(service, form, now) ??
    (await hasTooMany(db, service, person))
  const booking = refusal ? null : await book(db, service, person, form, money, held, now)
  if (booking) {
    await tellOfBooking(db, house.config.origin, { kind: 'requested' }, booking)
    return accepted({ id: booking.id, booking })
  }
  // Sent before, and the line may have broken before the answer came: then its own booking is what is in the way.
  const earlier = await readIdByKey(db, form.key, person.id)
  return earlier ? accepted({ id: earlier, booking: null }) : (refusal ?? noAt(messages.taken))
}

/** Nobody is bound by terms that they did not read: they are shown, and asked again. */
function seenOtherwise(service: ServiceToBook, seen: string, { customerPaysOre }: BookingMoney): Refusal | null {
  const { duration_min: durationMin, free_cancel_hours: freeCancelHours, place } = service
  const message = changedSince(seen, { customerPaysOre, durationMin, freeCancelHours, place })
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
async function hasTooMany(db: Database, service: ServiceToBook, person: Person): Promise<Refusal | null> {
  const waiting = await countWaiting(db, person.id, service.company_id)
  return waiting < MOST_WAITING ? null : refused(messages.failed, { message: messages.tooMany })
}

/** Why the start cannot be booked; null when it can. */
function whyNot(
  service: ServiceToBook,
  person: Person,
  start: number,
  held: readonly HeldBy[],
  now: Date,
): Refusal | null {
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
  service: ServiceToBook,
  person: Person,
  form: BookingForm,
  money: BookingMoney,
  held: readonly Held[],
  now: Date,
): Promise<Booking | null> {
  const stretch = stretchOf(form.start, { durationMin: service.duration_min, bufferMin: service.buffer_min })
  const lane = await takeLane(db, { id: service.company_id, capacity: service.capacity }, stretch, held)
  if (lane === null) return null
  const startsAt = new Date(form.start)
  const lapsesAt = firstLapse(now, startsAt)
  const earlyStart = asksForEarlyStart(startsAt, now) ? EARLY_START : null
  const endsAt = new Date(form.start + service.duration_min * 60_000)
  // Where somebody lives is asked for, and kept, only when the job is done there.
  const address = service.place === 'customer' ? form.address : null
  const id = await insertBooking(db, {
    key: form.key,
    customer_id: person.id,
    company_id: service.company_id,
    service_id: service.id,
    postcode: person.postcode,
    scheduled_at: startsAt,
    ends_at: endsAt,
    busy_until: new Date(stretch.to),
    lane,
    service_title: service.title,
    duration_min: service.duration_min,
    free_cancel_hours: service.free_cancel_hours,
    price_list_cents: money.listOre,
    discount_cents: money.discountOre,
    platform_fee_cents: money.feeOre,
    stripe_fee_cents: money.paymentFeeOre,
    amount_customer_pays_cents: money.customerPaysOre,
    amount_to_provider_cents: money.providerGetsOre,
    place: service.place,
    address,
    phone: form.phone,
    note: form.note,
    lapses_at: lapsesAt,
    early_start: earlyStart,
    early_start_at: earlyStart && now,
    created_at: now,
    changed_at: now,
  })
  if (id === null) return null
  return {
    id,
    status: 'pending',
    sequence: 0,
    askedAt: now,
    startsAt,
    endsAt,
    bufferMin: service.buffer_min,
    durationMin: service.duration_min,
    freeCancelHours: service.free_cancel_hours,
    lapsesAt,
    proposal: null,
    confirmedAt: null,
    earlyStart,
    earlyStartAt: earlyStart && now,
    withdrawal: null,
    serviceId: service.id,
    serviceTitle: service.title,
    customerPaysOre: money.customerPaysOre,
    feeOre: money.feeOre,
    providerGetsOre: money.providerGetsOre,
    place: service.place,
    address,
    phone: form.phone,
    note: form.note,
    reason: null,
    cancelledBy: null,
    noShow: false,
    customer: { id: person.id, name: person.name, email: person.email, phone: person.phone },
    company: {
      id: service.company_id,
      ownerId: service.owner_id,
      name: service.company_name,
      email: service.company_email,
      phone: service.company_phone,
      address: service.company_address,
    },
  }
}

/** Whoever went past the company's lock met the database's own. */
function refusedAsTaken(error: unknown): Refusal {
  if (brokenConstraint(error) !== 'bookings_never_twice') throw error
  return noAt(messages.taken)
}
