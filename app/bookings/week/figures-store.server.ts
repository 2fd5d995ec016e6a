import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import { companyName, isActedFor, readStillBookable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { firstDay, monthOf } from '~/shared/month'
import { dayOf } from '~/shared/time'
import { type BookingStatus, statusFrom } from '../booking'
import { countVisits } from '../booking-store.server'
import { repeatsEvery } from '../repeat/series-store.server'
import { visitTitle } from '../visit/visit'
import { isFirstOfVisit, visitTitles } from '../visit/visit-store.server'

/* Figures of the overview pages. Each is read from a partial index or a kept sum, so its cost does not grow with other
   people's bookings. */

export const DAYS_AHEAD_SHOWN = 7

/** A company's pending and upcoming jobs, and its earnings this month after the platform's fee. */
export async function readCompanyFigures(db: Database, companyId: string, now: Date) {
  const ahead = new Date(now.getTime() + DAYS_AHEAD_SHOWN * 24 * 3_600_000)
  const [pending, upcoming, month] = await Promise.all([
    db
      .selectFrom('bookings')
      .select(countVisits.as('jobs'))
      .where('company_id', '=', companyId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('bookings')
      .select(countVisits.as('jobs'))
      .where('company_id', '=', companyId)
      .where('status', '=', 'confirmed')
      .where('scheduled_at', '>=', now)
      .where('scheduled_at', '<', ahead)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('booking_months')
      .select(['provider_cents as providerGetsOre', 'completed'])
      .where('company_id', '=', companyId)
      .where('month', '=', firstDay(monthOf(now)))
      .executeTakeFirst(),
  ])
  return {
    pending: pending.jobs,
    upcoming: upcoming.jobs,
    providerGetsOre: month?.providerGetsOre ?? 0,
    completedThisMonth: month?.completed ?? 0,
  }
}

/**
 * The latest requests to a company. A series is one request, shown by its next turn, or its last when none is to come.
 * The member's name is null once the account is deleted. Two bounded reads: among the company's bookings, the turns of
 * one series could come before everything else.
 */
export async function readLastAsked(db: Database, companyId: string, now: Date, most: number) {
  const read = await Promise.all([
    lastAsked(db)
      .select('bookings.id as asked')
      .where('bookings.company_id', '=', companyId)
      .where('bookings.series_id', 'is', null)
      .where(isFirstOfVisit)
      .orderBy('bookings.id', 'desc')
      .limit(most)
      .execute(),
    lastAsked(db)
      .innerJoin(
        (of) =>
          of
            .selectFrom('booking_series')
            .select(['id as asked', turnToShow(now).as('turn')])
            .where('company_id', '=', companyId)
            .orderBy('id', 'desc')
            .limit(most)
            .as('series'),
        (join) => join.onRef('series.turn', '=', 'bookings.id'),
      )
      .select('series.asked')
      .execute(),
  ])
  // The ids are UUIDv7: in order of time across both tables.
  const latest = read.flat().sort((one, other) => (one.asked > other.asked ? -1 : 1))
  return latest.slice(0, most).map((row) => ({
    id: row.id,
    serviceTitle: visitTitle(row.titles),
    customerName: row.full_name,
    startsAt: row.scheduled_at,
    status: statusFrom(row.status),
    repeatsEvery: row.repeats_every,
  }))
}

const lastAsked = (db: Database) =>
  db
    .selectFrom('bookings')
    .select(['bookings.id', visitTitles.as('titles'), 'bookings.status', 'bookings.scheduled_at'])
    .select([personName('bookings.customer_id').as('full_name'), repeatsEvery.as('repeats_every')])

/** The series' next turn by the day it was planned for (a turn may be moved), or its last when none is to come. */
const turnToShow = (now: Date) => sql<string>`coalesce(
  (select turn.id from bookings as turn where turn.series_id = booking_series.id
    and turn.series_day >= ${dayOf(now)}::date and turn.status in ('pending', 'confirmed')
    order by turn.series_day limit 1),
  (select turn.id from bookings as turn where turn.series_id = booking_series.id
    order by turn.series_day desc limit 1))`

/** The newest bookings of the whole platform. */
export async function readNewestBookings(db: Database, most: number) {
  return db
    .selectFrom('bookings')
    .select(['id', 'created_at as at', 'service_title as serviceTitle', 'company_id as companyId'])
    .select(['customer_id as customerId', personName('customer_id').as('customerName')])
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
}

/** Counts the completed jobs of a member. */
export async function countCompleted(db: Database, customerId: string): Promise<number> {
  const [counted] = await askCompleted(db, customerId)
  return counted?.jobs ?? 0
}

const askCompleted = builtOnce('completed', (db: Database, customerId: string) =>
  db
    .selectFrom('bookings')
    .select((count) => count.fn.countAll<number>().as('jobs'))
    .where('customer_id', '=', customerId)
    .where('status', '=', 'completed'),
)

/** Whether a member has ever requested a booking. */
export async function hasBooked(db: Database, customerId: string): Promise<boolean> {
  return (await askBooked(db, customerId)).length > 0
}

const askBooked = builtOnce('has booked', (db: Database, customerId: string) =>
  db.selectFrom('bookings').select('id').where('customer_id', '=', customerId).limit(1),
)

export type BookingInShort = {
  id: string
  serviceTitle: string
  companyName: string
  startsAt: Date
  status: BookingStatus
}

/** A member's jobs completed since a given time, latest first. */
export async function readCompletedSince(db: Database, customerId: string, since: Date, most: number) {
  const rows = await askCompletedSince(db, customerId, since, most)
  return rows.map(fromRow)
}

const askCompletedSince = builtOnce('completed since', (db: Database, customerId: string, since: Date, most: number) =>
  inShort(db, customerId)
    .where('bookings.status', '=', 'completed')
    .where('bookings.scheduled_at', '>=', since)
    .orderBy('bookings.scheduled_at', 'desc')
    .limit(most),
)

type NextBooking = BookingInShort & { companyAnswers: boolean }

/** The member's next booking, pending or confirmed. */
export async function readNextBooking(db: Database, customerId: string, now: Date): Promise<NextBooking | null> {
  const [row] = await askNext(db, customerId, now)
  return row ? { ...fromRow(row), companyAnswers: row.company_answers } : null
}

const askNext = builtOnce('next booking', (db: Database, customerId: string, now: Date) =>
  inShort(db, customerId)
    .select([visitTitles.as('titles'), isActedFor(sql`bookings.company_id`).as('company_answers')])
    .where('bookings.status', 'in', ['pending', 'confirmed'])
    .where('bookings.scheduled_at', '>=', now)
    .orderBy('bookings.scheduled_at')
    .orderBy('bookings.id')
    .limit(1),
)

/** Proposals of another time that await the member's answer, earliest first. */
export async function readProposalsTo(db: Database, customerId: string, now: Date, most: number) {
  const rows = await askProposals(db, customerId, now, most)
  return rows.map((row) => ({ ...fromRow(row), proposedAt: row.proposed_at ?? row.scheduled_at }))
}

const askProposals = builtOnce('proposals', (db: Database, customerId: string, now: Date, most: number) =>
  inShort(db, customerId)
    .select(['bookings.proposed_at', visitTitles.as('titles')])
    .where('bookings.status', 'in', ['pending', 'confirmed'])
    .where('bookings.proposed_by', '=', 'company')
    .where('bookings.proposed_at', '>', now)
    // Leaves out companies for which nobody may act: their proposals cannot be accepted.
    .where(isActedFor(sql`bookings.company_id`))
    .where(isFirstOfVisit)
    .orderBy('bookings.proposed_at')
    .limit(most),
)

/** How many past bookings are searched for services to book again. */
const lookedBack = 20

/** Services that the member has had done and can still book, latest first, each once. */
export async function readToBookAgain(
  db: Database,
  member: { id: string; postcode: string },
  most: number,
): Promise<{ serviceId: string; serviceTitle: string; companyName: string }[]> {
  const done = await askDone(db, member.id)
  const latest = new Map(done.toReversed().map((one) => [one.serviceId, one]))
  const bookable = await readStillBookable(db, [...latest.keys()], member.postcode)
  return [...latest.values()]
    .toSorted((a, b) => b.scheduled_at.getTime() - a.scheduled_at.getTime())
    .filter(({ serviceId }) => bookable.has(serviceId))
    .slice(0, most)
    .map(({ serviceId, service_title, name }) => ({ serviceId, serviceTitle: service_title, companyName: name }))
}

const askDone = builtOnce('done for a member', (db: Database, customerId: string) =>
  inShort(db, customerId)
    .select('bookings.service_id as serviceId')
    .where('bookings.status', '=', 'completed')
    .orderBy('bookings.scheduled_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(lookedBack),
)

function inShort(db: Database, customerId: string) {
  return db
    .selectFrom('bookings')
    .select(['bookings.id', 'bookings.service_title', 'bookings.status', 'bookings.scheduled_at'])
    .select(companyName('bookings.company_id').$castTo<string>().as('name'))
    .where('bookings.customer_id', '=', customerId)
}

type Row = { id: string; service_title: string; titles?: string[]; status: string; scheduled_at: Date; name: string }

function fromRow({ id, service_title, titles, status, scheduled_at: startsAt, name }: Row): BookingInShort {
  return {
    id,
    serviceTitle: visitTitle(titles ?? [service_title]),
    companyName: name,
    startsAt,
    status: statusFrom(status),
  }
}
