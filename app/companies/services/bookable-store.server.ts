import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { asTen, builtOnce, writtenOnce } from '~/platform/database/named-statement.server'
import { busyFrom } from '../calendar/busy-store.server'
import type { ClosedPeriod, Span } from '../hours/opening-hours'
import type { CardPhoto } from '../photos/photo'
import { companyPhoto, servicePhoto } from '../photos/photo-store.server'
import { type SearchWord, wordsOf } from '../search-words'
import { dispatchable } from '../standing/dispatchable.server'
import { isListed } from './card-columns.server'
import { isRutShown } from './service-store.server'

/** What bookings need to know of companies: the services that can be booked, and the hours that a company works. */

/** Without opening hours a company has no free times, so none of its services can be booked. */
const isBookable = sql<boolean>`(services.active and services.deleted_at is null
  and exists (select from opening_hours where opening_hours.company_id = services.company_id))`

/**
 * SQL fragments for a company's hours and closed days, as one JSON value each, so that they need no query of their own
 * (N+1).
 */
const week = sql<Span[]>`(select coalesce(json_agg(json_build_object('weekday', weekday,
    'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI')) order by weekday, opens), '[]')
  from opening_hours where company_id = companies.id)`
const closedFrom = (day: string) => sql<ClosedPeriod[]>`(select coalesce(json_agg(json_build_object('from', from_day,
    'to', to_day, 'reason', reason) order by from_day), '[]')
  from closed_periods where company_id = companies.id and to_day >= ${day}::date)`

const bookableColumns = [
  'services.id',
  'services.title',
  'services.description',
  'services.category',
  'services.base_price_cents as listOre',
  'services.duration_min',
  'services.buffer_min',
  'services.notice_hours',
  'services.free_cancel_hours',
  'services.place',
  isRutShown.as('is_rut'),
  'services.labour_percent',
  'companies.id as company_id',
  'companies.name as company_name',
  'companies.rating as company_rating',
  'companies.rating_count as company_rating_count',
  'companies.logo_url as company_logo_url',
  sql<CardPhoto | null>`coalesce(${servicePhoto}, ${companyPhoto})`.as('photo'),
] as const

export type BookableService = Awaited<ReturnType<typeof readBookableOf>>[number]

export type BookableSearch = { postcode: string; category: string | null; text: string; after: string | null }

/**
 * A page of the services that a postcode's residents can book (keyset pagination): partners' services first, then
 * oldest first.
 */
export async function readBookable(
  db: Database,
  { postcode, category, text, after }: BookableSearch,
  limit: number,
  now: Date,
) {
  let rows = db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select(bookableColumns)
    .select(dispatchable(now).as('takes_alarms'))
    .where('companies.postcode', '=', postcode)
    .where(isListed)
    .where(isBookable)
    .orderBy(sql`not companies.is_security_partner`)
    .orderBy('services.id')
    .limit(limit)
  if (category) rows = rows.where('services.category', '=', category)
  for (const word of wordsOf(text)) rows = rows.where(says(word))
  if (after) {
    rows = rows.where(sql<boolean>`(not companies.is_security_partner, services.id) > (
      select not of.is_security_partner, last.id from services as last join companies as of on of.id = last.company_id
      where last.id = ${after}::uuid)`)
  }
  return rows.execute()
}

/**
 * Matches a search word as the directory does: literally, without diacritics, with a typing error (trigrams), or by
 * category.
 */
function says({ text, categories }: SearchWord) {
  const words = sql`plain_text(services.title || ' ' || services.description || ' ' || companies.name)`
  const literal = text.replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`(${words} like '%' || plain_text(${literal}) || '%' or plain_text(${text}) <% ${words}
    or services.category = any(${categories}))`
}

/** The categories of the services that can be booked in a postcode. */
export async function readBookableCategories(db: Database, postcode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select('services.category')
    .distinct()
    .where('companies.postcode', '=', postcode)
    .where(isListed)
    .where(isBookable)
    .execute()
  return rows.map(({ category }) => category)
}

/** A service that residents of a postcode can book, with its company's hours from a day on. */
export async function readServiceToBook(db: Database, serviceId: string, postcode: string, day: string) {
  const [service] = await askServiceToBook(db, serviceId, postcode, day)
  return service
}

const askServiceToBook = builtOnce(
  'service to book',
  (db: Database, serviceId: string, postcode: string, day: string) =>
    db
      .selectFrom('services')
      .innerJoin('companies', 'companies.id', 'services.company_id')
      .select(bookableColumns)
      .select(['companies.capacity', 'companies.owner_id', 'companies.email as company_email'])
      .select(['companies.phone as company_phone', 'companies.address as company_address'])
      .select([week.as('week'), closedFrom(day).as('closed'), busyFrom(day).as('busy')])
      .where('services.id', '=', serviceId)
      .where('companies.postcode', '=', postcode)
      .where(isListed)
      .where(isBookable),
)

export type ServiceToBook = NonNullable<Awaited<ReturnType<typeof readServiceToBook>>>

/**
 * Like `readServiceToBook`, with the company's row locked until the transaction ends: nobody else can book it or change
 * its hours meanwhile. The lock is a statement of its own: a query that waited for the lock would see the owner's role
 * and block as they were before the wait (READ COMMITTED).
 */
export async function lockServiceToBook(db: Database, serviceId: string, postcode: string, day: string) {
  await lockCompanyOf(db, serviceId)
  return readServiceToBook(db, serviceId, postcode, day)
}

const lockCompanyOf = writtenOnce('lock company of service', (db: Database, serviceId: string) =>
  db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', (of) => of.selectFrom('services').select('company_id').where('id', '=', serviceId))
    .forNoKeyUpdate(),
)

/** The services of a company that can be booked, in its own order. */
export async function readBookableOf(db: Database, companyId: string) {
  return db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select(bookableColumns)
    .where('services.company_id', '=', companyId)
    .where(isListed)
    .where(isBookable)
    .orderBy('services.position')
    .orderBy('services.id')
    .execute()
}

/** Which of these services residents of a postcode can book now. */
export async function readStillBookable(
  db: Database,
  serviceIds: readonly string[],
  postcode: string,
): Promise<Set<string>> {
  if (serviceIds.length === 0) return new Set()
  const rows = await askStillBookable(db, serviceIds, postcode)
  return new Set(rows.map(({ id }) => id))
}

const askStillBookable = builtOnce('still bookable', (db: Database, serviceIds: readonly string[], postcode: string) =>
  db
    .selectFrom('services')
    .innerJoin('companies', 'companies.id', 'services.company_id')
    .select('services.id')
    .where('services.id', '=', sql<string>`any(${serviceIds})`)
    .where('companies.postcode', '=', postcode)
    .where(isListed)
    .where(isBookable),
)

/** A company's hours from a day on, and how many jobs it can do at once; also for a company that is not listed. */
export async function readCompanyTimes(db: Database, companyId: string, day: string) {
  return db
    .selectFrom('companies')
    .select(['companies.capacity', week.as('week'), closedFrom(day).as('closed'), busyFrom(day).as('busy')])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/**
 * The different requirements on free times of a company's bookable services. Services with equal ones are grouped, so
 * that each is computed once.
 */
const demands = sql<{ ids: string[]; durationMin: number; bufferMin: number; noticeHours: number }[]>`(
  select json_agg(json_build_object('ids', ids, 'durationMin', duration_min, 'bufferMin', buffer_min, 'noticeHours', notice_hours))
  from (select array_agg(services.id) as ids, duration_min, buffer_min, notice_hours from services
    where services.company_id = companies.id and ${isBookable} group by duration_min, buffer_min, notice_hours) as alike)`

/** The hours, from a day on, of those companies that have a bookable service. */
export async function readTimesOfCompanies(db: Database, companyIds: readonly string[], day: string) {
  if (companyIds.length === 0) return []
  const rows = await askTimes(db, asTen(companyIds), day)
  return rows.filter(({ demands }) => demands !== null)
}

const askTimes = builtOnce('times of companies', (db: Database, companyIds: readonly string[], day: string) =>
  db
    .selectFrom('companies')
    .select([
      'companies.id',
      'companies.capacity',
      week.as('week'),
      closedFrom(day).as('closed'),
      busyFrom(day).as('busy'),
      demands.as('demands'),
    ])
    .where('companies.id', '=', sql<string>`any(${companyIds})`),
)

/** SQL fragment for a query of `companies`: something can be booked, and the company is open on that day. */
export const worksOn = (day: string) => sql<boolean>`(
  exists (select from services where services.company_id = companies.id and ${isBookable})
  and exists (select from opening_hours where company_id = companies.id
    and weekday = extract(isodow from ${day}::date))
  and not exists (select from closed_periods where company_id = companies.id
    and ${day}::date between from_day and to_day))`

/** SQL fragment for another slice's query: whether the company in the column is listed. */
export const companyIsListed = (id: string) => sql<boolean>`exists (
  select from companies where companies.id = ${sql.ref(id)} and ${isListed})`

/** Locks a company while its bookings change; returns how many jobs it can do at once. */
export async function lockCapacity(db: Database, companyId: string): Promise<number> {
  const company = await db
    .selectFrom('companies')
    .select('capacity')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return company.capacity
}
