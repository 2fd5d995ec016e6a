import { type Insertable, sql } from 'kysely'
import type { Database, Tables } from '~/platform/database/database.server'
import { countVisits, type HeldBy, selectHeld } from '../booking-store.server'

/** What is asked and written while somebody books, in as few questions as can be (docs/decisions/0226). */

/**
 * Null when the key has been used: then it is that booking. Throws on `bookings_never_twice`. Whoever has booked a service waits for
 * it no longer on those days: `day` is the one, or null where the waiting goes on (waiting/).
 */
export async function insertBooking(
  db: Database,
  booking: Insertable<Tables['bookings']> & { customer_id: string; service_id: string },
  day: string | null,
): Promise<string | null> {
  const row = await db
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
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** How many requests of a member a company has not said yes or no to. Exact for whoever holds the company. */
const selectWaiting = (db: Database, customerId: string, companyId: string) =>
  db
    .selectFrom('bookings')
    .select(countVisits.as('count'))
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .where('status', '=', 'pending')

/** Of one member and one company at once: what is in the way about a time, and how many requests wait. */
export async function readHeldAndWaiting(
  db: Database,
  { companyId, customerId }: { companyId: string; customerId: string },
  from: number,
  to: number,
): Promise<{ held: HeldBy[]; waiting: number }> {
  const { rows } = await sql<{ held: HeldBy[]; waiting: number }>`
    select (select coalesce(json_agg(held), '[]') from (${selectHeld(db, companyId, from, to)}) as held) as held,
      (${selectWaiting(db, customerId, companyId)}) as waiting`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A question without a table has one answer')
  return row
}
