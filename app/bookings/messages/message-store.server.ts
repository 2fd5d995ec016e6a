import { sql } from 'kysely'
import { companiesOf, companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Side } from '../booking'
import { MOST_MESSAGES } from './message'

/** Messages between the two sides of a booking. A visit has a single thread for all its bookings. */

/** Messages belong to the first booking of a visit; old ones, before visits had one thread, to any of them. */
export type Thread = { id: string; visitId: string | null }

export const threadOf = ({ id, visitId }: Thread): string => visitId ?? id

const ofThread = (thread: Thread) => sql<boolean>`booking_id in (select id from bookings
  where ${sql.ref(thread.visitId === null ? 'bookings.id' : 'bookings.visit_id')} = ${threadOf(thread)})`

/** When the last job of the thread's booking or visit ends. */
export async function readEndOf(db: Database, thread: Thread): Promise<Date> {
  const { endsAt } = await db
    .selectFrom('bookings')
    .select((of) => of.fn.max('ends_at').as('endsAt'))
    .where(thread.visitId === null ? 'id' : 'visit_id', '=', threadOf(thread))
    .executeTakeFirstOrThrow()
  return endsAt
}

/** Idempotent: the form supplies the id. False when the message exists already. */
export async function insertMessage(
  db: Database,
  message: { id: string; bookingId: string; by: Side; body: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('booking_messages')
    .values({
      id: message.id,
      booking_id: message.bookingId,
      by: message.by,
      body: message.body,
      sent_at: message.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Oldest first. Without paging, since the number of messages is limited when writing. */
export async function readMessages(db: Database, thread: Thread) {
  return db
    .selectFrom('booking_messages')
    .select(['id', 'by', 'body', 'sent_at as sentAt'])
    .where(ofThread(thread))
    .orderBy('sent_at')
    .orderBy('id')
    .limit(MOST_MESSAGES)
    .execute()
}

export async function countMessages(db: Database, thread: Thread): Promise<number> {
  const { written } = await db
    .selectFrom('booking_messages')
    .select((count) => count.fn.countAll<number>().as('written'))
    .where(ofThread(thread))
    .executeTakeFirstOrThrow()
  return written
}

const ofMember = (personId: string) => sql<boolean>`exists (select from bookings
  where bookings.id = booking_messages.booking_id and bookings.customer_id = ${personId})`
const ofCompany = (personId: string) => sql<boolean>`exists (select from bookings
  where bookings.id = booking_messages.booking_id and bookings.company_id in ${companiesOf(personId)})`

/** Deletes all messages about a member's bookings; of a company only those it wrote. */
export async function forgetMessages(db: Database, personId: string) {
  await db
    .deleteFrom('booking_messages')
    .where((is) => is.or([ofMember(personId), is.and([is('by', '=', 'company'), ofCompany(personId)])]))
    .execute()
}

/** Everything that a person wrote and received, as member and as company, for their data export. */
export async function readMessagesWhole(db: Database, personId: string) {
  return db
    .selectFrom('booking_messages')
    .innerJoin('bookings', 'bookings.id', 'booking_messages.booking_id')
    .select(['booking_messages.by', 'body', 'sent_at', 'service_title', 'scheduled_at'])
    .select(companyName('bookings.company_id').as('company_name'))
    .select(sql<boolean>`bookings.customer_id is not distinct from ${personId}`.as('as_member'))
    .where((is) => is.or([ofMember(personId), ofCompany(personId)]))
    .orderBy('sent_at')
    .orderBy('booking_messages.id')
    .execute()
}
