import { sql } from 'kysely'
import { ownerMayAct } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { type BookingStatus, statusFrom } from '../booking'
import { memberMayAct, saidFrom, withdrawalFrom } from '../booking-store.server'
import { repeatsEvery } from '../repeat/series-store.server'
import { isFirstOfVisit } from '../visit/visit-store.server'
import type { List, Place } from './diary-lists'
import { type Entry, entriesOf } from './entry'

/** Lists of bookings for their two sides, each from an index and with keyset pagination. */

/** Whose bookings. */
export type Owner = { customerId: string } | { companyId: string }
type Side = 'member' | 'company'

const sideOf = (owner: Owner): { side: Side; id: string } =>
  'companyId' in owner ? { side: 'company', id: owner.companyId } : { side: 'member', id: owner.customerId }

const ownerOf = (side: Side, id: string): Owner => (side === 'company' ? { companyId: id } : { customerId: id })

/** A page of a list. `line` is the moment that divides past from future. */
export type Page = { list: List; line: Date; after: Place | null; limit: number }

export type DiaryRow = Awaited<ReturnType<typeof readDiary>>[number]

/** Each booking as a row of its own. */
export async function readDiary(db: Database, owner: Owner, page: Page) {
  return (await selectPage(db, owner, page).execute()).map(diaryRow)
}

export type DiaryEntry = Entry<DiaryRow>

/** The same list, with the bookings of a visit in the same state as one entry. */
export async function readEntries(db: Database, owner: Owner, page: Page): Promise<DiaryEntry[]> {
  const firsts = (await readFirsts(db, owner, page)).map(diaryRow)
  const visitIds = firsts.flatMap(({ visitId }) => visitId ?? [])
  const inVisits = visitIds.length > 0 ? await readVisitRows(db, owner, visitIds) : []
  const shown = new Set(firsts.map(({ id }) => id))
  const entries = entriesOf([...firsts.filter(({ visitId }) => visitId === null), ...inVisits])
  const byId = new Map(entries.filter(({ id }) => shown.has(id)).map((entry) => [entry.id, entry]))
  return firsts.flatMap(({ id }) => byId.get(id) ?? [])
}

/** All bookings of these visits, in order of time within each. */
export async function readVisitRows(db: Database, owner: Owner, visitIds: readonly string[]) {
  const { side, id } = sideOf(owner)
  return (await askVisits[side](db, id, visitIds)).map(diaryRow)
}

const askVisits = {
  member: builtOnce('visits of a member', (db: Database, id: string, visitIds: readonly string[]) =>
    ofVisits(db, 'member', id, visitIds),
  ),
  company: builtOnce('visits to a company', (db: Database, id: string, visitIds: readonly string[]) =>
    ofVisits(db, 'company', id, visitIds),
  ),
}

const ofVisits = (db: Database, side: Side, id: string, visitIds: readonly string[]) =>
  select(db, ownerOf(side, id)).where('bookings.visit_id', '=', sql<string>`any(${visitIds})`).orderBy('bookings.id')

type AskBeginning = (db: Database, id: string, line: Date) => Promise<Row[]>

/** Prepared statements for the first pages, the most frequent: built and planned once (docs/decisions/0248). */
const beginnings = new Map<string, AskBeginning>()

function readFirsts(db: Database, owner: Owner, page: Page): Promise<Row[]> {
  if (page.after) return selectFirsts(db, owner, page).execute()
  const { side, id } = sideOf(owner)
  const name = `${side}: ${page.list.label}, ${page.limit}`
  const ask = beginnings.get(name) ?? askBeginning(name, side, page)
  beginnings.set(name, ask)
  return ask(db, id, page.line)
}

function askBeginning(name: string, side: Side, page: Page): AskBeginning {
  // Every parameter of a prepared statement must occur in it, and a list of all time has no line.
  if (page.list.time === 'all') {
    return builtOnce(name, (db: Database, id: string) => selectFirsts(db, ownerOf(side, id), page))
  }
  return builtOnce(name, (db: Database, id: string, line: Date) =>
    selectFirsts(db, ownerOf(side, id), { ...page, line }),
  )
}

const selectFirsts = (db: Database, owner: Owner, page: Page) => selectPage(db, owner, page).where(isFirstOfVisit)

function selectPage(db: Database, owner: Owner, { list, line, after, limit }: Page) {
  const way = list.order === 'newest first' ? 'desc' : 'asc'
  let rows = select(db, owner).orderBy('bookings.scheduled_at', way).orderBy('bookings.id', way).limit(limit)
  if (list.states) rows = rows.where('bookings.status', 'in', [...list.states])
  if (list.time === 'from the line') rows = rows.where('bookings.scheduled_at', '>=', line)
  if (list.time === 'before the line') rows = rows.where('bookings.scheduled_at', '<', line)
  if (after) {
    const [at, id] = [sql`${after.at}::timestamptz`, sql`${after.id}::uuid`]
    rows = rows.where(
      way === 'desc'
        ? sql<boolean>`(bookings.scheduled_at, bookings.id) < (${at}, ${id})`
        : sql<boolean>`(bookings.scheduled_at, bookings.id) > (${at}, ${id})`,
    )
  }
  return rows
}

/** Jobs that overlap a stretch of time and are not cancelled, in order of time. */
export async function readJobsBetween(db: Database, companyId: string, from: Date, to: Date, limit: number) {
  // A job is at most 14 hours long. The lower bound lets the index by start time be used.
  const begun = new Date(from.getTime() - 14 * 3_600_000)
  return (await askJobs(db, companyId, begun, from, to, limit)).map(diaryRow)
}

const askJobs = builtOnce(
  'jobs between',
  (db: Database, companyId: string, begun: Date, from: Date, to: Date, limit: number) =>
    select(db, { companyId })
      .where('bookings.status', '<>', 'cancelled')
      .where('bookings.scheduled_at', '>=', begun)
      .where('bookings.scheduled_at', '<', to)
      .where('bookings.ends_at', '>', from)
      .orderBy('bookings.scheduled_at')
      .orderBy('bookings.id')
      .limit(limit),
)

/** Confirmed jobs that are over but not completed, also those whose completion is about to take effect. */
export async function readUnfinished(db: Database, companyId: string, now: Date, limit: number) {
  return (await askUnfinished(db, companyId, now, limit)).map(diaryRow)
}

const askUnfinished = builtOnce('unfinished jobs', (db: Database, companyId: string, now: Date, limit: number) =>
  select(db, { companyId })
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.scheduled_at', '<', now)
    .where('bookings.ends_at', '<=', now)
    .orderBy('bookings.scheduled_at')
    .orderBy('bookings.id')
    .limit(limit),
)

/** Bookings for a calendar, also cancelled ones, of which calendars must hear. The latest `limit`. */
export async function readForCalendar(db: Database, owner: Owner, since: Date, limit: number) {
  const rows = await select(db, owner)
    .where('bookings.scheduled_at', '>=', since)
    .orderBy('bookings.scheduled_at', 'desc')
    .orderBy('bookings.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(diaryRow)
}

/** Cap on the count. */
const mostCounted = 99

/** Counts pending requests, a visit as one; 99 stands for that many or more. */
export async function countPending(db: Database, companyId: string): Promise<number> {
  const waiting = db
    .selectFrom('bookings')
    .select(sql`coalesce(visit_id, id)`.as('visit'))
    .distinct()
    .where('company_id', '=', companyId)
    .where('status', '=', 'pending')
    .limit(mostCounted)
  return (await waiting.execute()).length
}

export async function readDiaryEntry(db: Database, owner: Owner, id: string) {
  const row = await select(db, owner).where('bookings.id', '=', id).executeTakeFirst()
  return row && diaryRow(row)
}

/** The changes after the request, oldest first. Normally a handful. */
export async function readChanges(db: Database, bookingId: string) {
  return db
    .selectFrom('booking_changes')
    .select(['id', 'kind', 'by', 'new_time as newTime', 'old_time as oldTime', 'at'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Pending and confirmed bookings of a company that overlap a stretch of time, earliest first. */
export async function readOpenDuring(db: Database, companyId: string, from: Date, to: Date) {
  return db
    .selectFrom('bookings')
    .select(['service_title as title', 'scheduled_at as startsAt'])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['pending', 'confirmed'])
    .where(sql<boolean>`busy && tstzrange(${from}::timestamptz, ${to}::timestamptz)`)
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute()
}

/** A company's earnings by month, from month `from` on. */
export async function readEarnings(db: Database, companyId: string, from: string) {
  return db
    .selectFrom('booking_months')
    .select(['month', 'completed', 'customer_pays_cents as customerPaysOre'])
    .select(['fee_cents as feeOre', 'provider_cents as providerGetsOre'])
    .where('company_id', '=', companyId)
    .where('month', '>=', from)
    .orderBy('month')
    .execute()
}

function select(db: Database, owner: Owner) {
  const rows = db
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
      'bookings.duration_min',
      'bookings.free_cancel_hours',
      'bookings.lapses_at',
      'bookings.service_id',
      'bookings.service_title',
      'bookings.price_list_cents',
      'bookings.discount_cents',
      'bookings.platform_fee_cents',
      'bookings.amount_customer_pays_cents',
      'bookings.amount_to_provider_cents',
      'bookings.place',
      'bookings.address',
      'bookings.phone',
      'bookings.note',
      'bookings.reason',
      'bookings.cancelled_by',
      'bookings.no_show',
      'bookings.proposed_at',
      'bookings.proposed_by',
      'bookings.dropped_by',
      'bookings.created_at',
      'bookings.changed_at',
      'bookings.confirmed_at',
      'bookings.early_start',
      'bookings.early_start_at',
      'bookings.withdrawn_at',
      'bookings.withdrawal_due_cents',
      'bookings.company_id',
      'companies.name as company_name',
      'companies.phone as company_phone',
      'companies.address as company_address',
      sql<boolean>`companies.deleted_at is null`.as('company_is_here'),
      ownerMayAct().as('company_answers'),
      memberMayAct().as('member_answers'),
      'customer.full_name as customer_name',
      'customer.email as customer_email',
      'customer.phone as customer_phone',
      'bookings.series_id',
      'bookings.visit_id',
      repeatsEvery.as('repeats_every'),
    ])
  return 'companyId' in owner
    ? rows.where('bookings.company_id', '=', owner.companyId)
    : rows.where('bookings.customer_id', '=', owner.customerId)
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirst']>>>

function diaryRow(row: Row) {
  return {
    id: row.id,
    status: statusFrom(row.status) satisfies BookingStatus,
    said: saidFrom(row),
    sequence: row.sequence,
    startsAt: row.scheduled_at,
    endsAt: row.ends_at,
    durationMin: row.duration_min,
    freeCancelHours: row.free_cancel_hours,
    lapsesAt: row.lapses_at,
    companyAnswers: row.company_answers,
    memberAnswers: row.member_answers,
    confirmedAt: row.confirmed_at,
    earlyStart: row.early_start,
    earlyStartAt: row.early_start_at,
    withdrawal: withdrawalFrom(row),
    serviceId: row.service_id,
    title: row.service_title,
    listOre: row.price_list_cents,
    discountOre: row.discount_cents,
    feeOre: row.platform_fee_cents,
    customerPaysOre: row.amount_customer_pays_cents,
    providerGetsOre: row.amount_to_provider_cents,
    place: row.place,
    address: row.address,
    /** The number given for the day of the job, else the one in the profile. */
    phone: row.phone ?? row.customer_phone,
    note: row.note,
    reason: row.reason,
    cancelledBy: row.cancelled_by,
    noShow: row.no_show,
    seriesId: row.series_id,
    visitId: row.visit_id,
    /** The number of weeks between the times of its series; null when it does not repeat any more. */
    repeatsEvery: row.repeats_every,
    proposal: row.proposed_at && row.proposed_by && { startsAt: row.proposed_at, by: row.proposed_by },
    wasProposalDropped: row.dropped_by !== null,
    requestedAt: row.created_at,
    changedAt: row.changed_at,
    /** Null once the account has been deleted. */
    customer: row.customer_name === null ? null : { name: row.customer_name, email: row.customer_email ?? '' },
    company: {
      id: row.company_id,
      name: row.company_name,
      phone: row.company_phone,
      address: row.company_address,
      isHere: row.company_is_here,
    },
  }
}
