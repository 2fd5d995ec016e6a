import type { ServiceToBook } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Booking } from '../booking-store.server'
import { insertBooking } from '../booking-store.server'
import type { BookingMoney } from '../money'
import { stretchOf } from './availability'
import type { Held } from './lanes'
import { takeLane } from './take-lane.server'

export type Customer = { id: string; name: string; email: string; phone: string | null; postcode: string }

/** What is booked of a service: asked for until `lapsesAt`, or agreed on already. */
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
}

/** Of a company that is held, at a time that may be offered to them. Null when there was no room after all, or the key has been used. */
export async function writeBooking(
  db: Database,
  service: ServiceToBook,
  customer: Customer,
  wanted: Wanted,
  money: BookingMoney,
  held: readonly Held[],
  now: Date,
  heldForThem?: string,
): Promise<Booking | null> {
  const stretch = stretchOf(wanted.start, { durationMin: service.duration_min, bufferMin: service.buffer_min })
  const lane = await takeLane(db, { id: service.company_id, capacity: service.capacity }, stretch, held, heldForThem)
  if (lane === null) return null
  const { confirmedAt, earlyStart, earlyStartAt, lapsesAt, phone, note } = wanted
  const startsAt = new Date(wanted.start)
  const endsAt = new Date(wanted.start + service.duration_min * 60_000)
  const status = confirmedAt ? 'confirmed' : 'pending'
  // Where somebody lives is asked for, and kept, only when the job is done there.
  const address = service.place === 'customer' ? wanted.address : null
  const id = await insertBooking(db, {
    key: wanted.key,
    status,
    customer_id: customer.id,
    company_id: service.company_id,
    service_id: service.id,
    postcode: customer.postcode,
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
    phone,
    note,
    lapses_at: lapsesAt,
    confirmed_at: confirmedAt,
    early_start: earlyStart,
    early_start_at: earlyStartAt,
    created_at: now,
    changed_at: now,
  })
  if (id === null) return null
  return {
    id,
    status,
    sequence: 0,
    askedAt: now,
    startsAt,
    endsAt,
    bufferMin: service.buffer_min,
    durationMin: service.duration_min,
    freeCancelHours: service.free_cancel_hours,
    lapsesAt,
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
