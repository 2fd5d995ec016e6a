import { type Insertable, sql } from 'kysely'
import type { Database, Tables } from '~/platform/database/database.server'
import { builtOnce, writtenOnce } from '~/platform/database/named-statement.server'
import { countVisits, type HeldBy, selectHeld } from '../booking-store.server'

/** Reads and writes of the booking transaction, in as few round trips as possible (docs/decisions/0226). */

/**
 * Inserts a booking. Idempotent by `key`: null when the key has been used, and the caller then reads the existing
 * booking. Throws on the exclusion constraint `bookings_never_twice`. `day`: the customer's places on the waiting list
 * for this service that cover this day are deleted; null deletes none (waiting/).
 */
export async function insertBooking(db: Database, booking: NewBooking, day: string | null): Promise<string | null> {
  const [row] = await writeBooking(db, booking, day)
  return row?.id ?? null
}

type NewBooking = Insertable<Tables['bookings']> & { customer_id: string; service_id: string }

const writeBooking = writtenOnce('write booking', (db: Database, booking: NewBooking, day: string | null) =>
  db
    .with('booked', (and) =>
      and
        .insertInto('bookings')
        .values(booking)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('id'),
    )
    .with('over', (and) =>
      and
        .deleteFrom('booking_waits')
        .where('customer_id', '=', booking.customer_id)
        .where('service_id', '=', booking.service_id)
        .where('from_day', '<=', day)
        .where('to_day', '>=', day)
        .where((is) => is.exists(is.selectFrom('booked').select('id')))
        .returning('id'),
    )
    .selectFrom('booked')
    .select('id'),
)

/** Counts a member's pending requests, a visit as one. Exact only while the caller holds the company's lock. */
const selectWaiting = (db: Database, customerId: string, companyId: string) =>
  db
    .selectFrom('bookings')
    .select(countVisits.as('count'))
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'pending')

/** One round trip for what occupies the company in a stretch of time and the number of pending requests. */
export async function readHeldAndWaiting(
  db: Database,
  { companyId, customerId }: { companyId: string; customerId: string },
  from: number,
  to: number,
): Promise<{ held: HeldBy[]; waiting: number }> {
  const [row] = await askHeldAndWaiting(db, companyId, customerId, new Date(from), new Date(to))
  if (!row) throw new Error('A question without a table has one answer')
  return row
}

const askHeldAndWaiting = builtOnce(
  'held and waiting',
  (db: Database, companyId: string, customerId: string, from: Date, to: Date) => sql<{
    held: HeldBy[]
    waiting: number
  }>`
    select (select coalesce(json_agg(held), '[]') from (${selectHeld(db, companyId, from, to)}) as held) as held,
      (${selectWaiting(db, customerId, companyId)}) as waiting`,
)
