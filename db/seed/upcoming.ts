import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayAt, timeAt } from '~/bookings/book/open-days.server'
import { seenTerms } from '~/bookings/book/seen-terms'
import { readBooking } from '~/bookings/booking-store.server'
import { bookingMoney, firstLapse } from '~/bookings/public'
import { changeBooking } from '~/bookings/public.server'
import { goOn } from '~/bookings/repeat/go-on.server'
import { insertSeries, putInSeries, readSeries } from '~/bookings/repeat/series-store.server'
import { beginVisit } from '~/bookings/visit/visit-store.server'
import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import { inOpenDays } from './open-day'

type Coming = {
  company: string
  service: string
  /** Index of a neighbour, or Alva, whose login is printed. */
  who: number | 'Alva'
  /** In days on which the company is open, from today; negative days are past. */
  inDays: number
  at: string
  status: 'pending' | 'confirmed'
  address?: string
  note?: string
  /** Belongs to the same visit as the booking before it in the list, right after it. */
  inSameVisit?: true
  /** Repeats weekly, as far ahead as bookings can be made. */
  weekly?: true
  /** What has happened to the booking since. */
  since?:
    | { cancelledBy: 'member' | 'company'; reason?: string; noShow?: true }
    | { asksFor: { inDays: number; at: string }; by: 'member' | 'company' }
}

export const coming: Coming[] = [
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 0,
    inDays: 0,
    at: '08:00',
    status: 'confirmed',
    address: 'Älvsjö gårdsväg 14, port 1482',
    note: 'Sotis får inte smita ut. Nyckeln ligger hos grannen på nedre botten.',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Fönsterputs, lägenhet',
    who: 3,
    inDays: 0,
    at: '13:30',
    status: 'confirmed',
    address: 'Kabelvägen 22',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Storstäd',
    who: 4,
    inDays: 2,
    at: '08:00',
    status: 'confirmed',
    address: 'Solberga gränd 3',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Fönsterputs, lägenhet',
    who: 'Alva',
    inDays: 4,
    at: '10:00',
    status: 'confirmed',
    address: 'Johan Skyttes väg 204, 3 tr',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 'Alva',
    inDays: 9,
    at: '09:00',
    status: 'pending',
    address: 'Johan Skyttes väg 204, 3 tr',
    note: 'Koden till porten är 1204.',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 'Alva',
    inDays: 16,
    at: '09:00',
    status: 'confirmed',
    address: 'Johan Skyttes väg 204, 3 tr',
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Fönsterputs, lägenhet',
    who: 'Alva',
    inDays: 16,
    at: '11:00',
    status: 'confirmed',
    address: 'Johan Skyttes väg 204, 3 tr',
    inSameVisit: true,
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Hemstäd, två timmar',
    who: 2,
    inDays: 3,
    at: '14:30',
    status: 'confirmed',
    address: 'Klockargatan 7',
    weekly: true,
  },
  {
    company: 'Mjuka Händer Massage',
    service: 'Klassisk massage',
    who: 'Alva',
    inDays: 6,
    at: '16:00',
    status: 'confirmed',
    since: { asksFor: { inDays: 7, at: '15:00' }, by: 'company' },
  },
  {
    company: 'Björk & Bark Trädgård',
    service: 'Beskära äppelträd',
    who: 'Alva',
    inDays: 3,
    at: '08:00',
    status: 'pending',
    since: { cancelledBy: 'company', reason: 'Vi beskär inte förrän kylan har släppt. Välkommen åter i mars.' },
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Storstäd',
    who: 'Alva',
    inDays: 12,
    at: '08:00',
    status: 'confirmed',
    since: { cancelledBy: 'member', reason: 'Vi får gäster den dagen.' },
  },
  {
    company: 'Lind Städ & Hem',
    service: 'Fönsterputs, lägenhet',
    who: 1,
    inDays: -6,
    at: '09:00',
    status: 'confirmed',
    since: { cancelledBy: 'company', noShow: true },
  },
]

/** Seeds upcoming bookings, so that the diaries have content. */
export async function seedUpcoming(db: Database, people: { alva: string; neighbours: string[] }, now: Date) {
  const written: { id: string; job: Coming }[] = []
  for (const job of coming) {
    const customerId = job.who === 'Alva' ? people.alva : people.neighbours[job.who]
    const before = job.inSameVisit && written.at(-1)
    if (before) await beginVisit(db, before.id)
    const visitId = before ? before.id : null
    if (customerId) written.push({ id: await insertComing(db, job, customerId, visitId, now), job })
  }
  await writeHistory(db)
  for (const { id, job } of written) {
    await changeSince(db, id, job, now)
    if (job.weekly) await repeat(db, id, now)
  }
}

/** As when a company accepts a repeating booking: the product creates the other times. */
async function repeat(db: Database, id: string, now: Date) {
  const first = await readBooking(db, id)
  if (!first?.customer) throw new Error('A booking of the demo is gone')
  const { startsAt, askedAt, company, customer, serviceId } = first
  const day = dayAt(startsAt.getTime())
  const seriesId = await insertSeries(db, {
    customer_id: customer.id,
    company_id: company.id,
    service_id: serviceId,
    weeks: 1,
    start_time: timeAt(startsAt.getTime()),
    on_holidays: false,
    terms: seenTerms(first),
    next_day: daysAfter(day, 7),
    due_at: now,
    created_at: askedAt,
    confirmed_at: askedAt,
  })
  await putInSeries(db, id, seriesId, day)
  const series = await readSeries(db, seriesId)
  if (series) await goOn(db, series, now, askedAt)
}

/** Made as an ordinary update, so that the database's trigger writes the history. */
async function changeSince(db: Database, id: string, job: Coming, now: Date) {
  const { since } = job
  if (!since) return
  const change =
    'asksFor' in since
      ? { proposed_at: inOpenDays(job, since.asksFor.inDays, since.asksFor.at, now), proposed_by: since.by }
      : {
          status: 'cancelled' as const,
          cancelled_at: now,
          cancelled_by: since.cancelledBy,
          reason: since.reason ?? null,
          no_show: since.noShow ?? false,
        }
  await changeBooking(db, id, change, now)
}

/**
 * The database writes history on updates only; bookings that were inserted as confirmed or completed get theirs here.
 */
async function writeHistory(db: Database) {
  for (const [kind, column] of [
    ['confirmed', 'confirmed_at'],
    ['completed', 'completed_at'],
  ] as const) {
    await db
      .insertInto('booking_changes')
      .columns(['booking_id', 'kind', 'by', 'at'])
      .expression((from) =>
        from
          .selectFrom('bookings')
          .select(['id', sql.lit(kind).as('kind'), sql.lit('company').as('by'), sql<Date>`${sql.ref(column)}`.as('at')])
          .where(column, 'is not', null),
      )
      .execute()
  }
}

async function insertComing(
  db: Database,
  job: Coming,
  customerId: string,
  visitId: string | null,
  now: Date,
): Promise<string> {
  const service = await db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select(['services.id', 'services.company_id', 'services.title', 'services.base_price_cents as listOre'])
    .select([
      'services.duration_min',
      'services.buffer_min',
      'services.free_cancel_hours',
      'services.place',
      'companies.postcode',
    ])
    .where('companies.name', '=', job.company)
    .where('services.title', '=', job.service)
    .executeTakeFirstOrThrow()
  const money = bookingMoney(service.listOre, true)
  const startsAt = inOpenDays(job, job.inDays, job.at, now)
  const endsAt = new Date(startsAt.getTime() + service.duration_min * 60_000)
  const asked = new Date(Math.min(now.getTime(), startsAt.getTime()) - 3 * 3_600_000)
  const { id } = await db
    .insertInto('bookings')
    .values({
      key: randomUUID(),
      customer_id: customerId,
      visit_id: visitId,
      company_id: service.company_id,
      service_id: service.id,
      postcode: service.postcode,
      status: job.status,
      scheduled_at: startsAt,
      ends_at: endsAt,
      busy_until: new Date(endsAt.getTime() + service.buffer_min * 60_000),
      lane: 1,
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
      address: job.address ?? null,
      note: job.note ?? '',
      lapses_at: firstLapse(asked, startsAt),
      created_at: asked,
      changed_at: asked,
      confirmed_at: job.status === 'confirmed' ? asked : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
