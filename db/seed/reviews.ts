import { randomUUID } from 'node:crypto'
import { bookingMoney } from '~/bookings/public'
import type { Database } from '~/platform/database/database.server'
import { earnForBooking, earnForReview } from '~/points/public.server'
import { insertReview, updateAnswer } from '~/reviews/public.server'
import { openDaysAgo } from './open-day'
import { type DemoJob, demoJobs } from './review-texts'

const hour = 3_600_000
const day = 24 * hour

/** Seeds completed jobs with their reviews, so that ratings and points are computed from real rows. */
export async function seedReviews(db: Database, people: { alva: string; neighbours: string[] }, now: Date) {
  // Ids follow the time of insertion, and lists that are newest first are ordered by id.
  const jobs = demoJobs
    .map((job) => ({ job, startsAt: openDaysAgo(job, job.daysAgo, '10:00', now) }))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  for (const { job, startsAt } of jobs) {
    const customerId = job.who === 'Alva' ? people.alva : people.neighbours[job.who]
    if (customerId) await seedJob(db, job, customerId, startsAt)
  }
}

async function seedJob(db: Database, { company, service, review }: DemoJob, customerId: string, startsAt: Date) {
  const booking = await insertCompleted(db, { company, service, customerId, startsAt })
  if (!review) return
  const writtenAt = new Date(startsAt.getTime() + 30 * hour)
  const { stars, words, answer } = review
  const id = await insertReview(db, { bookingId: booking.id, authorId: customerId, stars, words, now: writtenAt })
  await earnForReview(db, {
    bookingId: booking.id,
    authorId: customerId,
    companyId: booking.companyId,
    companyName: company,
    at: writtenAt,
  })
  if (id && answer) await updateAnswer(db, id, answer, new Date(writtenAt.getTime() + 5 * hour))
}

type Completed = { company: string; service: string; customerId: string; startsAt: Date }

async function insertCompleted(
  db: Database,
  { company, service, customerId, startsAt }: Completed,
): Promise<{ id: string; companyId: string }> {
  const booked = await db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select(['services.id', 'services.company_id', 'services.title', 'services.base_price_cents as listOre'])
    .select(['services.duration_min', 'services.free_cancel_hours', 'services.place', 'companies.postcode'])
    .where('companies.name', '=', company)
    .where('services.title', '=', service)
    .executeTakeFirstOrThrow()
  const money = bookingMoney(booked.listOre, true)
  const endsAt = new Date(startsAt.getTime() + booked.duration_min * 60_000)
  const { id } = await db
    .insertInto('bookings')
    .values({
      key: randomUUID(),
      customer_id: customerId,
      company_id: booked.company_id,
      service_id: booked.id,
      postcode: booked.postcode,
      status: 'completed',
      scheduled_at: startsAt,
      ends_at: endsAt,
      busy_until: endsAt,
      lane: 1,
      service_title: booked.title,
      duration_min: booked.duration_min,
      free_cancel_hours: booked.free_cancel_hours,
      place: booked.place,
      price_list_cents: money.listOre,
      discount_cents: money.discountOre,
      platform_fee_cents: money.feeOre,
      stripe_fee_cents: money.paymentFeeOre,
      amount_customer_pays_cents: money.customerPaysOre,
      amount_to_provider_cents: money.providerGetsOre,
      lapses_at: startsAt,
      created_at: new Date(startsAt.getTime() - 5 * day),
      confirmed_at: new Date(startsAt.getTime() - 4 * day),
      completed_at: endsAt,
      changed_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await earnForBooking(db, {
    id,
    customerId,
    companyId: booked.company_id,
    customerPaysOre: money.customerPaysOre,
    serviceTitle: booked.title,
    completedAt: endsAt,
  })
  return { id, companyId: booked.company_id }
}
