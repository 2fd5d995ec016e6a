import type { PayWays } from '~/companies/public'
import { notifyAt, readToTell } from '~/companies/public.server'
import { notifyPerson } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { formatSwish } from '~/platform/payments/swish'
import { formatOre } from '~/shared/money'
import { freeUntil } from './booking'
import { type BookingEvent, letterTo, linksOf, type ToldBooking } from './booking-letters'
import type { Booking } from './booking-store.server'
import { type Correction, nothingSaid, type PaymentFacts } from './paying/job-payment'
import { readCorrection, readPaymentFacts } from './paying/job-payment-store.server'
import { whereFor } from './place'
import { asOneBooking } from './visit/visit'
import { clockSpan } from './when'
import { lastDayToWithdraw } from './withdrawal'

export type { BookingEvent } from './booking-letters'

/**
 * Writes the letters to both sides into the outbox, in the transaction of the change: they are sent if and only if it
 * commits. `booked` is the booking after the change; several of one visit get a single letter. `coming`: sentences
 * about the rest of the series or visit. Call `tellPages` after the commit.
 */
export async function tellOfBooking(
  db: Database,
  { origin, now }: { origin: string; now: Date },
  event: BookingEvent,
  booked: Booking | readonly [Booking, ...Booking[]],
  coming: readonly string[] = [],
) {
  const parts: readonly [Booking, ...Booking[]] = 'id' in booked ? [booked] : booked
  const booking = asOneBooking(parts)
  const links = linksOf(origin, booking.id)
  const { ways, contact } = await readToTell(db, booking.company.id)
  const told = toldOf(booking, {
    services: parts.length > 1 ? parts.map(serviceInLetter) : [],
    ways,
    ...(booking.status === 'completed'
      ? await readPaid(db, booking.id)
      : { facts: nothingSaid, correction: undefined }),
    coming,
    now,
  })
  const toMember = letterTo('member', event, told, links)
  if (toMember && booking.customer) await notifyPerson(db, booking.customer.id, toMember)
  const toCompany = letterTo('company', event, told, links)
  if (toCompany && contact) await notifyAt(db, contact, toCompany)
}

const readPaid = async (db: Database, id: string) => ({
  facts: await readPaymentFacts(db, id),
  correction: await readCorrection(db, id),
})

const serviceInLetter = ({ serviceTitle, startsAt, endsAt, customerPaysOre }: Booking) => ({
  what: `${serviceTitle} kl. ${clockSpan(startsAt, endsAt)}`,
  price: formatOre(customerPaysOre),
})

type Besides = {
  services: ToldBooking['services']
  ways: PayWays
  facts: PaymentFacts
  correction: Correction | undefined
  coming: readonly string[]
  now: Date
}

function toldOf(booking: Booking, { services, ways, facts, correction, coming, now }: Besides): ToldBooking {
  const { customer, company, earlyStart, earlyStartAt } = booking
  const until = lastDayToWithdraw(booking)
  return {
    id: booking.id,
    title: booking.serviceTitle,
    services,
    companyName: company.name,
    companyPhone: company.phone,
    companyAnswers: booking.companyAnswers,
    memberAnswers: booking.memberAnswers,
    memberName: customer?.name ?? null,
    memberEmail: customer?.email ?? null,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    customerPaysOre: booking.customerPaysOre,
    providerGetsOre: booking.providerGetsOre,
    owedOre: correction?.customerPaysOre ?? booking.customerPaysOre,
    ways,
    swish: ways.swishNumber && formatSwish(ways.swishNumber),
    dispute: facts.dispute?.text ?? null,
    decision: facts.decision?.text ?? null,
    isSettled: facts.decision?.isSettled ?? false,
    place: booking.place,
    where: { member: whereFor('member', booking), company: whereFor('company', booking) },
    phone: booking.phone ?? customer?.phone ?? null,
    note: booking.note,
    reason: booking.reason,
    lapsesAt: booking.lapsesAt,
    isRequest: booking.status === 'pending',
    freeCancelUntil: freeUntil(booking),
    at: now,
    proposedAt: booking.proposal?.startsAt ?? null,
    contract: until && booking.confirmedAt ? { since: booking.confirmedAt, until } : null,
    earlyStart: earlyStart && earlyStartAt ? { words: earlyStart, at: earlyStartAt } : null,
    withdrawal: booking.withdrawal,
    coming,
  }
}
