import { randomUUID } from 'node:crypto'
import type { ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Booking } from '../booking-store.server'
import type { BookingMoney } from '../money'
import { busyUntil } from '../visit/visit'
import { beginVisit } from '../visit/visit-store.server'
import { insertBooking } from './book-store.server'
import type { Held } from './lanes'
import { takeLane } from './take-lane.server'

export type Customer = { id: string; name: string; email: string; phone: string | null; postcode: string }

/** What is booked: a request that is open until `lapsesAt`, or with `confirmedAt` already agreed on. */
type Wanted = {
  key: string
  start: number
  address: string | null
  phone: string | null
  note: string
  lapsesAt: Date
  confirmedAt: Date | null
  earlyStart: string | null
  earlyStartAt: Date | null
  /** The customer leaves the waiting list of the service for this day; null leaves it as it is. */
  endsWaitOn: string | null
}

/** A service of a visit, and what it costs. */
export type Priced = { service: ServiceToBook; money: BookingMoney }

/**
 * Writes the bookings of one service, or of several in one visit: back to back and in the same lane. Preconditions: the
 * company is locked and the time may be offered to the customer. Null when no lane was free or the key has been used;
 * then nothing is written.
 */
export async function writeBookings(
  db: Database,
  services: readonly [Priced, ...Priced[]],
  customer: Customer,
  wanted: Wanted,
  held: readonly Held[],
  now: Date,
  heldForThem?: string,
): Promise<[Booking, ...Booking[]] | null> {
  const [{ service: first }] = services
  const [one, ...rest] = inARow(services, wanted.start)
  const stretch = { from: wanted.start, to: (rest.at(-1) ?? one).busyUntil.getTime() }
  const company = { id: first.company_id, capacity: first.capacity }
  const lane = await takeLane(db, company, stretch, held, heldForThem ? [heldForThem] : [])
  if (lane === null) return null
  const written = await writeOne(db, one, customer, wanted, lane, null, now)
  if (!written) return null
  if (rest.length === 0) return [written]
  await beginVisit(db, written.id)
  const visit: [Booking, ...Booking[]] = [{ ...written, visitId: written.id }]
  for (const each of rest) {
    const further = await writeOne(db, each, customer, { ...wanted, key: randomUUID() }, lane, written.id, now)
    if (!further) throw new Error('A key of our own was used')
    visit.push(further)
  }
  return visit
}

type Placed = Priced & { startsAt: Date; endsAt: Date; busyUntil: Date }

function inARow(services: readonly [Priced, ...Priced[]], start: number): [Placed, ...Placed[]] {
  let from = start
  const timed = services.map((one) => {
    const startsAt = new Date(from)
    from += one.service.duration_min * 60_000
    return { ...one, startsAt, endsAt: new Date(from) }
  })
  const ends = busyUntil(timed, Math.max(...services.map(({ service }) => service.buffer_min)))
  const [first, ...rest] = timed.map((one, index) => ({ ...one, busyUntil: ends[index] ?? one.endsAt }))
  if (!first) throw new Error('A visit of nothing')
  return [first, ...rest]
}

/** Null when the key has been used. */
async function writeOne(
  db: Database,
  { service, money, startsAt, endsAt, busyUntil }: Placed,
  customer: Customer,
  wanted: Wanted,
  lane: number,
  visitId: string | null,
  now: Date,
): Promise<Booking | null> {
  const { confirmedAt, earlyStart, earlyStartAt, lapsesAt, phone, note } = wanted
  const status = confirmedAt ? ('confirmed' as const) : ('pending' as const)
  // Data minimisation: the address is stored only when the job is done at the customer's home.
  const address = service.place === 'customer' ? wanted.address : null
  const row = {
    key: wanted.key,
    status,
    customer_id: customer.id,
    company_id: service.company_id,
    service_id: service.id,
    postcode: customer.postcode,
    scheduled_at: startsAt,
    ends_at: endsAt,
    busy_until: busyUntil,
    lane,
    visit_id: visitId,
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
    phone,
    note,
    lapses_at: lapsesAt,
    confirmed_at: confirmedAt,
    early_start: earlyStart,
    early_start_at: earlyStartAt,
    created_at: now,
    changed_at: now,
  }
  const id = await insertBooking(db, row, wanted.endsWaitOn)
  if (id === null) return null
  return {
    id,
    status,
    said: null,
    sequence: 0,
    askedAt: now,
    startsAt,
    endsAt,
    bufferMin: (busyUntil.getTime() - endsAt.getTime()) / 60_000,
    durationMin: service.duration_min,
    freeCancelHours: service.free_cancel_hours,
    lapsesAt,
    // True by construction: the service was bookable a moment ago, and its company has been locked since.
    companyAnswers: true,
    memberAnswers: true,
    proposal: null,
    confirmedAt,
    earlyStart,
    earlyStartAt,
    withdrawal: null,
    serviceId: service.id,
    serviceTitle: service.title,
    customerPaysOre: money.customerPaysOre,
    feeOre: money.feeOre,
    providerGetsOre: money.providerGetsOre,
    place: service.place,
    address,
    phone,
    note,
    reason: null,
    cancelledBy: null,
    noShow: false,
    seriesId: null,
    visitId,
    customer: { id: customer.id, name: customer.name, email: customer.email, phone: customer.phone },
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
