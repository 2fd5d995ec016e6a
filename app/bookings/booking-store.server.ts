import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { mayActAs } from '~/accounts/public.server'
import type { ServicePlace } from '~/companies/public'
import { companyName, openCompaniesOf, ownerMayAct } from '~/companies/public.server'
import type { Database, Tables } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { Held } from './book/lanes'
import { type BookingFacts, type Said, type Side, statusFrom } from './booking'

/** Reads and writes of single bookings. Lists are read by stores of their own. */

/** An occupied lane and the customer whose booking it is; null for a time held for the waiting list. */
export type HeldBy = Held & { customerId: string | null }

const millis = (column: string) => sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`

/** What occupies the company in a stretch of time: jobs with buffers, and times held for the waiting list. */
export async function readHeld(db: Database, companyId: string, from: number, to: number): Promise<HeldBy[]> {
  return selectHeld(db, companyId, new Date(from), new Date(to)).execute()
}

/** The same as a query, to be embedded in another statement. */
export function selectHeld(db: Database, companyId: string, from: Date, to: Date) {
  const meets = sql<boolean>`busy && tstzrange(${from}::timestamptz, ${to}::timestamptz)`
  return db
    .selectFrom('bookings')
    .select(['id', 'lane', 'customer_id as customerId'])
    .select([millis('scheduled_at').as('from'), millis('busy_until').as('to')])
    .where('company_id', '=', companyId)
    .where('status', '<>', 'cancelled')
    .where(meets)
    .unionAll((and) =>
      and
        .selectFrom('offered_times')
        .select(['id', 'lane', sql<string | null>`null::uuid`.as('customerId')])
        .select([millis('starts_at').as('from'), millis('busy_until').as('to')])
        .where('company_id', '=', companyId)
        .where('answer', 'is', null)
        .where(meets),
    )
}

/** The longest job including its buffer, by the check constraints of migration 0060. */
const longestHeld = 18 * 3_600_000

/** The same for several companies. Filters by start time, which is indexed, so rows may lie outside the stretch. */
export async function readHeldOf(db: Database, companyIds: readonly string[], from: number, to: number) {
  if (companyIds.length === 0) return []
  return askHeldOf(db, companyIds, new Date(from - longestHeld), new Date(to))
}

const askHeldOf = builtOnce(
  'held of companies',
  (db: Database, companyIds: readonly string[], first: Date, last: Date) => {
    const ofThese = sql<string>`any(${companyIds})`
    return db
      .selectFrom('bookings')
      .select('company_id as companyId')
      .select([millis('scheduled_at').as('from'), millis('busy_until').as('to')])
      .where('company_id', '=', ofThese)
      .where('scheduled_at', '>=', first)
      .where('scheduled_at', '<', last)
      .where('status', '<>', 'cancelled')
      .unionAll((and) =>
        and
          .selectFrom('offered_times')
          .select('company_id as companyId')
          .select([millis('starts_at').as('from'), millis('busy_until').as('to')])
          .where('company_id', '=', ofThese)
          .where('answer', 'is', null),
      )
  },
)

/** The transitive closure of jobs that overlap a stretch: all that may have to change lanes together. */
export async function readLinked(db: Database, companyId: string, from: number, to: number): Promise<Held[]> {
  const held = await readHeld(db, companyId, from, to)
  const first = Math.min(from, ...held.map((job) => job.from))
  const last = Math.max(to, ...held.map((job) => job.to))
  return first < from || last > to ? readLinked(db, companyId, first, last) : held
}

/** Defers the exclusion constraints to the commit, since two jobs that swap lanes overlap in between. */
export async function moveToLanes(db: Database, moved: readonly Held[]) {
  const lanes = sql`unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ lane }) => lane)}::int[]) as moved (id, lane)`
  await sql`set constraints bookings_never_twice, offered_times_never_twice deferred`.execute(db)
  await sql`update bookings set lane = moved.lane from ${lanes} where bookings.id = moved.id`.execute(db)
  await sql`update offered_times set lane = moved.lane from ${lanes} where offered_times.id = moved.id`.execute(db)
}

export async function readByKey(db: Database, key: string, customerId: string) {
  return db
    .selectFrom('bookings')
    .select(['id', 'status'])
    .where('key', '=', key)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** Counts bookings; those of one visit count as one. */
export const countVisits = sql<number>`count(distinct coalesce(visit_id, id))::int`

/** A booking with both sides, as use cases and letters need it. */
export type Booking = BookingFacts & {
  id: string
  sequence: number
  askedAt: Date
  bufferMin: number
  durationMin: number
  serviceId: string
  serviceTitle: string
  customerPaysOre: number
  feeOre: number
  providerGetsOre: number
  place: ServicePlace
  address: string | null
  /** A phone number for the day of the job; null means the one in the profile. */
  phone: string | null
  note: string
  reason: string | null
  cancelledBy: string | null
  noShow: boolean
  /** The series that the booking belongs to (repeat/). */
  seriesId: string | null
  /** The visit that the booking belongs to (visit/). */
  visitId: string | null
  /** The exact wording that the member agreed to, when the job may begin within the withdrawal period. */
  earlyStart: string | null
  withdrawal: { at: Date; dueOre: number } | null
  /** Null once the account has been deleted. */
  customer: { id: string; name: string; email: string; phone: string | null } | null
  company: { id: string; ownerId: string | null; name: string; email: string; phone: string; address: string }
}

/** Locks the row of the booking until the transaction ends. */
export async function lockBooking(db: Database, id: string): Promise<Booking | undefined> {
  const row = await selectBooking(db).where('bookings.id', '=', id).forNoKeyUpdate('bookings').executeTakeFirst()
  return row && bookingFrom(row)
}

export async function readBooking(db: Database, id: string): Promise<Booking | undefined> {
  const row = await selectBooking(db).where('bookings.id', '=', id).executeTakeFirst()
  return row && bookingFrom(row)
}

export async function readBookings(db: Database, ids: readonly string[]): Promise<Booking[]> {
  return ids.length === 0 ? [] : (await selectBooking(db).where('bookings.id', 'in', ids).execute()).map(bookingFrom)
}

/** For a query that left joins the profile as `customer`: whether the member may act. False once the account is gone. */
export const memberMayAct = () => sql<boolean>`coalesce(${mayActAs('member', 'customer')}, false)`

/** The columns that `bookingFrom` needs. */
export function selectBooking(db: Database) {
  return db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.company_id')
    .leftJoin('profiles as customer', 'customer.id', 'bookings.customer_id')
    .select([
      'bookings.id',
      'bookings.status',
      'bookings.said',
      'bookings.said_at',
      'bookings.sequence',
      'bookings.scheduled_at',
      'bookings.ends_at',
      'bookings.busy_until',
      'bookings.duration_min',
      'bookings.free_cancel_hours',
      'bookings.lapses_at',
      'bookings.created_at',
      'bookings.confirmed_at',
      'bookings.early_start',
      'bookings.early_start_at',
      'bookings.withdrawn_at',
      'bookings.withdrawal_due_cents',
      'bookings.service_id',
      'bookings.service_title',
      'bookings.amount_customer_pays_cents',
      'bookings.platform_fee_cents',
      'bookings.amount_to_provider_cents',
      'bookings.place',
      'bookings.address',
      'bookings.phone',
      'bookings.note',
      'bookings.reason',
      'bookings.cancelled_by',
      'bookings.no_show',
      'bookings.series_id',
      'bookings.visit_id',
      'bookings.proposed_at',
      'bookings.proposed_by',
      'bookings.company_id',
      'companies.owner_id',
      'companies.name as company_name',
      'companies.email as company_email',
      'companies.phone as company_phone',
      'companies.address as company_address',
      ownerMayAct().as('company_answers'),
      memberMayAct().as('member_answers'),
      'bookings.customer_id',
      'customer.full_name as customer_name',
      'customer.email as customer_email',
      'customer.phone as customer_phone',
    ])
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectBooking>['executeTakeFirst']>>>

export function bookingFrom(row: Row): Booking {
  const { customer_id: customerId, customer_name: name, customer_email: email } = row
  return {
    id: row.id,
    status: statusFrom(row.status),
    said: saidFrom(row),
    sequence: row.sequence,
    askedAt: row.created_at,
    startsAt: row.scheduled_at,
    confirmedAt: row.confirmed_at,
    earlyStart: row.early_start,
    earlyStartAt: row.early_start_at,
    withdrawal: withdrawalFrom(row),
    endsAt: row.ends_at,
    bufferMin: (row.busy_until.getTime() - row.ends_at.getTime()) / 60_000,
    durationMin: row.duration_min,
    freeCancelHours: row.free_cancel_hours,
    lapsesAt: row.lapses_at,
    companyAnswers: row.company_answers,
    memberAnswers: row.member_answers,
    proposal: row.proposed_at && row.proposed_by && { startsAt: row.proposed_at, by: row.proposed_by },
    serviceId: row.service_id,
    serviceTitle: row.service_title,
    customerPaysOre: row.amount_customer_pays_cents,
    feeOre: row.platform_fee_cents,
    providerGetsOre: row.amount_to_provider_cents,
    place: row.place,
    address: row.address,
    phone: row.phone,
    note: row.note,
    reason: row.reason,
    cancelledBy: row.cancelled_by,
    noShow: row.no_show,
    seriesId: row.series_id,
    visitId: row.visit_id,
    customer:
      customerId !== null && name !== null && email !== null
        ? { id: customerId, name, email, phone: row.customer_phone }
        : null,
    company: {
      id: row.company_id,
      ownerId: row.owner_id,
      name: row.company_name,
      email: row.company_email,
      phone: row.company_phone,
      address: row.company_address,
    },
  }
}

export function saidFrom({ said, said_at }: { said: Said['deed'] | null; said_at: Date | null }): Said | null {
  return said && said_at && { deed: said, at: said_at }
}

export function withdrawalFrom(row: { withdrawn_at: Date | null; withdrawal_due_cents: number | null }) {
  return row.withdrawn_at && { at: row.withdrawn_at, dueOre: row.withdrawal_due_cents ?? 0 }
}

/** Every change visible to the other side must go through here: `sequence` tells calendars of the update. */
export async function changeBooking(db: Database, id: string, change: Updateable<Tables['bookings']>, now: Date) {
  await changeBookings(db, [{ id }], change, now)
}

/** The same for several bookings, whose rows the caller has locked. */
export async function changeBookings(
  db: Database,
  bookings: readonly { id: string }[],
  change: Updateable<Tables['bookings']>,
  now: Date,
) {
  await db
    .updateTable('bookings')
    .set({ ...change, changed_at: now, sequence: sql`sequence + 1` })
    .where(
      'id',
      'in',
      bookings.map(({ id }) => id),
    )
    .execute()
}

/** Leaves `sequence` unchanged: the other side sees no difference yet, so calendars must not update. */
export async function markSaid(db: Database, id: string, said: Said | null) {
  await db
    .updateTable('bookings')
    .set({ said: said?.deed ?? null, said_at: said?.at ?? null })
    .where('id', '=', id)
    .execute()
}

/** The address of the member's latest booking that had one. */
export async function readLastAddress(db: Database, customerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('bookings')
    .select('address')
    .where('customer_id', '=', customerId)
    .where('address', 'is not', null)
    .orderBy('scheduled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.address ?? null
}

/** The member's own open bookings, at any company, that begin in a stretch of time. */
export async function readOwnBetween(db: Database, customerId: string, from: Date, to: Date) {
  return db
    .selectFrom('bookings')
    .select(['service_title as title', 'scheduled_at as startsAt', 'ends_at as endsAt'])
    .select(companyName('bookings.company_id').as('companyName'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .orderBy('scheduled_at')
    .limit(50)
    .execute()
}

type Ahead = { id: string; companyId: string }

/**
 * A person's upcoming bookings, as member and as company, without those the company has said are over. Sorted by id:
 * callers that lock several rows must use this lock order. Two queries, since each has an index of its own.
 */
export async function readAhead(db: Database, personId: string, now: Date): Promise<Ahead[]> {
  const asMember = await ahead(db, now).where('bookings.customer_id', '=', personId).execute()
  const asCompany = await ahead(db, now).where('bookings.company_id', 'in', openCompaniesOf(personId)).execute()
  return [...asMember, ...asCompany].sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** Counts the upcoming visits that a person answers for in a role: those they have booked, or those of their company. */
export async function countAhead(db: Database, personId: string, as: Side, now: Date): Promise<number> {
  const all = ahead(db, now).clearSelect().select(countVisits.as('jobs'))
  const { jobs } = await (as === 'member'
    ? all.where('bookings.customer_id', '=', personId)
    : all.where('bookings.company_id', 'in', openCompaniesOf(personId))
  ).executeTakeFirstOrThrow()
  return jobs
}

const ahead = (db: Database, now: Date) =>
  db
    .selectFrom('bookings')
    .select(['bookings.id', 'bookings.company_id as companyId'])
    .where('bookings.status', 'in', ['pending', 'confirmed'])
    .where('bookings.said', 'is', null)
    // A proposed time may still be ahead although the original time has passed.
    .where((is) => is.or([is('bookings.scheduled_at', '>', now), is('bookings.proposed_at', '>', now)]))

/** Erases the address and the texts of a customer at once. The link to the customer goes with the profile. */
export async function forgetCustomer(db: Database, personId: string) {
  await db
    .updateTable('bookings')
    .set((row) => ({
      address: null,
      phone: null,
      note: '',
      reason: row
        .case()
        .when('cancelled_by', '=', 'member')
        .then(row.val<string | null>(null))
        .else(row.ref('reason'))
        .end(),
    }))
    .where('customer_id', '=', personId)
    .execute()
}

/** Everything that a member has booked, for their data export. */
export async function readBookingsWhole(db: Database, customerId: string) {
  return db
    .selectFrom('bookings')
    .leftJoin('job_payments', 'job_payments.booking_id', 'bookings.id')
    .leftJoin('booking_corrections', 'booking_corrections.booking_id', 'bookings.id')
    .selectAll('bookings')
    .select([
      'member_said_at',
      'company_said_at',
      'decision',
      'booking_corrections.customer_pays_cents as corrected_cents',
    ])
    .select(sql<string | null>`case when disputed_by = 'member' then dispute end`.as('dispute_by_member'))
    .select(companyName('bookings.company_id').as('company_name'))
    .where('customer_id', '=', customerId)
    .orderBy('bookings.id')
    .execute()
}
