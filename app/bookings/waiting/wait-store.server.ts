import { type Insertable, sql } from 'kysely'
import { companyName } from '~/companies/public.server'
import type { Database, Tables } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { isNotSetAside } from '~/platform/work/one-run'
import { MOST_WAITING } from '../booking'
import { countVisits } from '../booking-store.server'
import type { OfferAnswer } from './wait'

/** The waiting list and its offers. Precondition of every write: the company is locked first (`lockCapacity`). */

/** Null when the key has been used, or the member already waits for the service. */
export async function insertWait(db: Database, wait: Insertable<Tables['booking_waits']>): Promise<string | null> {
  const row = await db
    .insertInto('booking_waits')
    .values(wait)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** A member's waits, oldest first. */
export async function readWaitsOf(db: Database, customerId: string) {
  return db
    .selectFrom('booking_waits')
    .select(['id', 'service_id as serviceId', 'service_title as title', 'part', 'early_start as earlyStart'])
    .select(['from_day as from', 'to_day as to', 'asked_at as askedAt'])
    .select(companyName('booking_waits.company_id').$castTo<string>().as('companyName'))
    .where('customer_id', '=', customerId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
}

/** Whether a member is on the waiting list of a service. */
export async function waitsFor(db: Database, customerId: string, serviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('booking_waits')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return row !== undefined
}

export async function readCompanyOfWait(db: Database, id: string, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('booking_waits')
    .select('company_id')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.company_id
}

/** A cheap early exit: the worker asks every second, and mostly nobody waits. */
export async function isAnybodyWaiting(db: Database): Promise<boolean> {
  return (await db.selectFrom('booking_waits').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The next company to look at: one with a freed time, else one not looked at since `since`. Undefined if none. */
export async function readCompanyToLookAt(
  db: Database,
  since: Date,
  setAside: readonly string[] = [],
): Promise<string | undefined> {
  const freed = await db
    .selectFrom('freed_times')
    .select('company_id')
    .where(isNotSetAside('company_id', setAside))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (freed) return freed.company_id
  const due = await db
    .selectFrom('booking_waits')
    .select('company_id')
    .where((is) => is.or([is('looked_at', 'is', null), is('looked_at', '<=', since)]))
    .where(isNotSetAside('company_id', setAside))
    .orderBy(sql`looked_at nulls first`)
    .limit(1)
    .executeTakeFirst()
  return due?.company_id
}

/** Must be called before looking, so that a time freed meanwhile causes another look. */
export async function takeFreed(db: Database, companyId: string) {
  await db.deleteFrom('freed_times').where('company_id', '=', companyId).execute()
}

export async function markLooked(db: Database, companyId: string, now: Date) {
  await db.updateTable('booking_waits').set({ looked_at: now }).where('company_id', '=', companyId).execute()
}

/** A cap on the members considered per company in one look. */
const mostAtOnce = 200

/** Those who wait for a company, longest first; not those with an unanswered offer or too many pending requests. */
export async function readWaitsInOrder(db: Database, companyId: string) {
  return db
    .selectFrom('booking_waits')
    .select(['id', 'customer_id as customerId', 'service_id as serviceId', 'service_title as title', 'part'])
    .select(['from_day as from', 'to_day as to'])
    .where('company_id', '=', companyId)
    .where(
      sql<boolean>`not exists (select from offered_times join booking_waits as other on other.id = wait_id
        where other.company_id = ${companyId} and other.customer_id = booking_waits.customer_id and answer is null)`,
    )
    .where(
      sql<boolean>`(select ${countVisits} from bookings where bookings.company_id = ${companyId}
        and bookings.customer_id = booking_waits.customer_id and status = 'pending') < ${MOST_WAITING}`,
    )
    .orderBy('asked_at')
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()
}

export type WaitInOrder = Awaited<ReturnType<typeof readWaitsInOrder>>[number]

/** Offers that were not taken, declined or lapsed. */
export async function readAsked(db: Database, waitIds: readonly string[]) {
  if (waitIds.length === 0) return []
  const rows = await db
    .selectFrom('offered_times')
    .select(['wait_id as waitId', 'starts_at as startsAt', 'busy_until as busyUntil', 'answer'])
    .where('wait_id', 'in', [...waitIds])
    .where('answer', 'is not', null)
    .execute()
  return rows.flatMap(({ answer, ...row }) => (answer ? [{ ...row, answer }] : []))
}

export async function insertOffer(db: Database, offer: Insertable<Tables['offered_times']>): Promise<string> {
  const { id } = await db.insertInto('offered_times').values(offer).returning('id').executeTakeFirstOrThrow()
  return id
}

const withItsWait = (db: Database) =>
  db
    .selectFrom('offered_times')
    .innerJoin('booking_waits', 'booking_waits.id', 'wait_id')
    .select(['offered_times.id', 'offered_times.company_id as companyId', 'wait_id as waitId', 'answer'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'until_at as until', 'service_id as serviceId'])
    .select(['service_title as title', 'customer_id as customerId'])
    .select(companyName('offered_times.company_id').$castTo<string>().as('companyName'))

export type Offer = NonNullable<Awaited<ReturnType<typeof readOffer>>>

export async function readOffer(db: Database, id: string, customerId: string) {
  return withItsWait(db).where('offered_times.id', '=', id).where('customer_id', '=', customerId).executeTakeFirst()
}

/** Times held for a member now, including those whose service can no longer be booked (still-bookable.server.ts). */
export async function readOffersTo(db: Database, customerId: string, now: Date) {
  return askOffers(db, customerId, now)
}

const askOffers = builtOnce('offers to a member', (db: Database, customerId: string, now: Date) =>
  withItsWait(db)
    .where('customer_id', '=', customerId)
    .where('answer', 'is', null)
    .where('until_at', '>', now)
    .orderBy('until_at'),
)

/** Offers to a member that lapsed after they were told of, of times still to come; the latest first. */
export async function readLapsedOffersTo(db: Database, customerId: string, now: Date) {
  return withItsWait(db)
    .where('customer_id', '=', customerId)
    .where('answer', '=', 'lapsed')
    .where('told_at', 'is not', null)
    .where('starts_at', '>', now)
    .orderBy('until_at', 'desc')
    .execute()
}

/** Times held at a company within a stretch. Without the customer: the company must not know them before they book. */
export async function readOfferedBetween(db: Database, companyId: string, from: Date, to: Date) {
  return db
    .selectFrom('offered_times')
    .innerJoin('booking_waits', 'booking_waits.id', 'wait_id')
    .select(['offered_times.id', 'starts_at as startsAt', 'ends_at as endsAt', 'until_at as until'])
    .select('service_title as title')
    .where('offered_times.company_id', '=', companyId)
    .where('answer', 'is', null)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .execute()
}

export type OfferedTime = Awaited<ReturnType<typeof readOfferedBetween>>[number]

/** An offer past its deadline without an answer. */
export async function readOfferThatIsOver(db: Database, now: Date, setAside: readonly string[] = []) {
  return withItsWait(db)
    .where('answer', 'is', null)
    .where('until_at', '<=', now)
    .where(isNotSetAside('offered_times.id', setAside))
    .orderBy('until_at')
    .limit(1)
    .executeTakeFirst()
}

/** An offer made at night that can be announced now. */
export async function readOfferToTell(db: Database, now: Date, setAside: readonly string[] = []) {
  return withItsWait(db)
    .where('answer', 'is', null)
    .where('told_at', 'is', null)
    .where('tell_at', '<=', now)
    .where('until_at', '>', now)
    .where(isNotSetAside('offered_times.id', setAside))
    .orderBy('tell_at')
    .limit(1)
    .executeTakeFirst()
}

/** False when the offer has been answered, or booked, meanwhile. */
export async function answerOffer(db: Database, id: string, answer: OfferAnswer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offered_times')
    .set({ answer })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when another process has announced it first. */
export async function markTold(db: Database, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('offered_times')
    .set({ told_at: now })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A wait whose last day is over. */
export async function readPassedWait(db: Database, today: string, setAside: readonly string[] = []) {
  return db
    .selectFrom('booking_waits')
    .select(['id', 'company_id as companyId'])
    .where('to_day', '<', today)
    .where(isNotSetAside('id', setAside))
    .limit(1)
    .executeTakeFirst()
}

/** Deletes a wait and returns it for the letter; undefined when it is gone already. */
export async function endWait(db: Database, id: string) {
  return db
    .deleteFrom('booking_waits')
    .where('id', '=', id)
    .returning(['customer_id as customerId', 'service_title as title', 'from_day as from', 'to_day as to'])
    .returning(companyName('company_id').$castTo<string>().as('companyName'))
    .executeTakeFirst()
}

/** All waits and offers of a member, for their data export. */
export async function readWaitsWhole(db: Database, customerId: string) {
  const waits = await readWaitsOf(db, customerId)
  const offers = await withItsWait(db)
    .select('offered_at as offeredAt')
    .where('customer_id', '=', customerId)
    .orderBy('offered_at')
    .execute()
  return waits.map((wait) => ({ ...wait, offers: offers.filter(({ waitId }) => waitId === wait.id) }))
}
