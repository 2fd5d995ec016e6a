import { type RawBuilder, sql } from 'kysely'
import { companyIsHere, companyName, companyPostcode, isListed, isNameApproved } from '~/companies/public.server'
import { isUnpaidSince } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { namesOf } from '~/shared/chosen'
import type { Ore } from '~/shared/money'
import { firstDay, type Month, monthOfDay } from '~/shared/month'
import { isLive, type Slot, type SlotKind, type SlotStatus, slotStates } from './slot'

/** The kinds of months have the same columns, but for what each is about. */
const tableOf = { sponsor: 'sponsor_slots', season: 'season_slots' } as const satisfies Record<SlotKind, string>
const tables = Object.values(tableOf)

const liveStates = namesOf(slotStates).filter((status) => isLive({ status }))

type NewSlots = { companyId: string; priceOre: Ore; now: Date }

/** Throws on `sponsor_slots_one_live` when the month is somebody's. Returns the slot's id. */
export async function insertSponsorSlot(
  db: Database,
  slot: NewSlots & { postcode: string; month: Month },
): Promise<string> {
  const { id } = await db
    .insertInto('sponsor_slots')
    .values({
      company_id: slot.companyId,
      postcode: slot.postcode,
      month: firstDay(slot.month),
      price_cents: slot.priceOre,
      created_at: slot.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Throws on `season_slots_one_live` when the company has one of the months already. Returns them with their ids. */
export async function insertSeasonSlots(
  db: Database,
  slots: NewSlots & { months: readonly Month[]; title: string; offerId: string },
): Promise<{ slotId: string; month: Month }[]> {
  const rows = await db
    .insertInto('season_slots')
    .values(
      slots.months.map((month) => ({
        company_id: slots.companyId,
        month: firstDay(month),
        campaign_title: slots.title,
        offer_id: slots.offerId,
        price_cents: slots.priceOre,
        created_at: slots.now,
      })),
    )
    .returning(['id', 'month'])
    .execute()
  return rows.map(({ id, month }) => ({ slotId: id, month: monthOfDay(month) }))
}

/** Whose each taken sponsor month of a postcode is, from that month on. */
export async function readTakenMonths(db: Database, postcode: string, from: Month) {
  const rows = await db
    .selectFrom('sponsor_slots')
    .select(['month', 'company_id as companyId'])
    .where('postcode', '=', postcode)
    .where('status', 'in', liveStates)
    .where('month', '>=', firstDay(from))
    .execute()
  return rows.map(({ month, companyId }) => ({ month: monthOfDay(month), companyId }))
}

const columns = [
  'id',
  'month',
  'status',
  'price_cents',
  'created_at',
  'activated_at',
  'released_at',
  'release_reason',
] as const

/** Every month a company has booked, the latest first. */
export async function readSlotsOf(db: Database, companyId: string): Promise<Slot[]> {
  const sponsor = await db.selectFrom('sponsor_slots').select(columns).where('company_id', '=', companyId).execute()
  const season = await db
    .selectFrom('season_slots')
    .select([...columns, 'campaign_title', 'offer_id'])
    .where('company_id', '=', companyId)
    .execute()
  return [
    ...sponsor.map((row) => slotFrom(row, 'sponsor', null)),
    ...season.map((row) => slotFrom(row, 'season', { offerId: row.offer_id, title: row.campaign_title })),
  ].sort((a, b) => b.month.localeCompare(a.month) || b.id.localeCompare(a.id))
}

type SlotRow = {
  id: string
  month: string
  status: SlotStatus
  price_cents: number
  created_at: Date
  activated_at: Date | null
  released_at: Date | null
  release_reason: string | null
}

function slotFrom(row: SlotRow, kind: Slot['kind'], campaign: Slot['campaign']): Slot {
  return {
    id: row.id,
    kind,
    month: monthOfDay(row.month),
    status: row.status,
    priceOre: row.price_cents,
    campaign,
    bookedAt: row.created_at,
    paidAt: row.activated_at,
    releasedAt: row.released_at,
    releaseReason: row.release_reason,
  }
}

/** By an administrator, or by a payment that no person noted. */
export async function markActive(
  db: Database,
  companyId: string,
  ids: readonly string[],
  adminId: string | null,
  now: Date,
) {
  for (const table of tables) {
    await db
      .updateTable(table)
      .set({ status: 'active', activated_at: now, activated_by: adminId })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('status', '=', 'reserved')
      .execute()
  }
}

type Release = { by: string | null; reason: string; now: Date }

export async function markReleased(db: Database, companyId: string, ids: readonly string[], release: Release) {
  for (const table of tables) {
    await db
      .updateTable(table)
      .set({
        status: 'released',
        released_at: release.now,
        released_by: release.by,
        release_reason: release.reason,
      })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('status', 'in', liveStates)
      .execute()
  }
}

/** Returns how many months that was. */
export async function markPassedEnded(db: Database, companyId: string, current: Month): Promise<number> {
  let ended = 0
  for (const table of tables) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ status: 'ended' })
      .where('company_id', '=', companyId)
      .where('status', 'in', liveStates)
      .where('month', '<', firstDay(current))
      .executeTakeFirst()
    ended += Number(numUpdatedRows)
  }
  return ended
}

/** Reserved months whose payment was due before a day. */
export async function readUnpaidSlots(db: Database, companyId: string, since: string): Promise<string[]> {
  const found = await Promise.all(
    tables.map((table) =>
      db
        .selectFrom(table)
        .select(`${table}.id`)
        .where('company_id', '=', companyId)
        .where('status', '=', 'reserved')
        .where(isUnpaidSince(`${table}.id`, since))
        .execute(),
    ),
  )
  return found.flat().map(({ id }) => id)
}

/**
 * A company with a live month that has passed or was not paid in time, or that has closed with one left. Held until the
 * transaction ends; one that another process holds just now is left to it.
 */
export async function claimCompanyToSweep(
  db: Database,
  current: Month,
  unpaidSince: string,
): Promise<{ id: string; isClosed: boolean } | undefined> {
  const passed = tables.map((table) =>
    db.selectFrom(table).select('company_id').where('status', 'in', liveStates).where('month', '<', firstDay(current)),
  )
  const unpaid = tables.map((table) =>
    db
      .selectFrom(table)
      .select('company_id')
      .where('status', '=', 'reserved')
      .where(isUnpaidSince(`${table}.id`, unpaidSince)),
  )
  const live = tables.map((table) => db.selectFrom(table).select('company_id').where('status', 'in', liveStates))
  const row = await db
    .selectFrom('companies')
    .select(['id', 'deleted_at'])
    .where((where) =>
      where.or([
        ...[...passed, ...unpaid].map((slots) => where('id', 'in', slots)),
        where.and([where('deleted_at', 'is not', null), where.or(live.map((slots) => where('id', 'in', slots)))]),
      ]),
    )
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { id: row.id, isClosed: row.deleted_at !== null }
}

/** The kinds of month that are paid for by each of these companies in a calendar month. */
export const readActiveKinds = async (db: Database, companyIds: readonly string[], month: Month) =>
  companyIds.length === 0 ? [] : kindsOf(db, companyIds, firstDay(month), () => sql<boolean>`true`).execute()

/** Of those, what everybody may see (0175): of companies that an administrator has approved and nobody has hidden. */
export const readShownKinds = async (db: Database, companyIds: readonly string[], month: Month) =>
  companyIds.length === 0 ? [] : askShownKinds(db, companyIds, firstDay(month))

const askShownKinds = builtOnce('shown kinds', (db: Database, companyIds: readonly string[], month: string) =>
  kindsOf(
    db,
    companyIds,
    month,
    (companyId) => sql<boolean>`exists (
      select from companies where companies.id = ${companyId} and ${isListed} and ${isNameApproved})`,
  ),
)

function kindsOf(
  db: Database,
  companyIds: readonly string[],
  month: string,
  isWanted: (companyId: RawBuilder<unknown>) => RawBuilder<boolean>,
) {
  const ofKind = (kind: SlotKind) => {
    const table = tableOf[kind]
    return db
      .selectFrom(table)
      .select('company_id as companyId')
      .select(sql<SlotKind>`${sql.lit(kind)}`.as('kind'))
      .where('company_id', '=', sql<string>`any(${companyIds})`)
      .where('month', '=', month)
      .where('status', '=', 'active')
      .where(isWanted(sql.ref(`${table}.company_id`)))
  }
  return ofKind('sponsor').unionAll(ofKind('season'))
}

/** Where a company has a month as a sponsor that is not over, paid or waiting to be. */
export async function readBookedPostcodes(db: Database, companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sponsor_slots')
    .select('postcode')
    .distinct()
    .where('company_id', '=', companyId)
    .where('status', 'in', liveStates)
    .execute()
  return rows.map(({ postcode }) => postcode)
}

/** Where and when booked months are: a sponsor's in its postcode, a season's where its company is. */
export async function readSlotPlaces(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { postcode: string; month: Month }>()
  const sponsor = await db
    .selectFrom('sponsor_slots')
    .select(['id', 'month', 'postcode'])
    .where('id', 'in', ids)
    .execute()
  const season = await db
    .selectFrom('season_slots')
    .select(['id', 'month', companyPostcode('season_slots.company_id').as('postcode')])
    .where('id', 'in', ids)
    .execute()
  return new Map([...sponsor, ...season].map(({ id, month, postcode }) => [id, { postcode, month: monthOfDay(month) }]))
}

export type MonthWithStops = { slotId: string; postcode: string; month: Month }

/** Sponsor months that are paid for and not over, whose company is still there. */
export async function readMonthsWithStops(db: Database, from: Month): Promise<MonthWithStops[]> {
  const rows = await db
    .selectFrom('sponsor_slots')
    .select(['id as slotId', 'postcode', 'month'])
    .where('status', '=', 'active')
    .where('includes_rondstop', '=', true)
    .where('month', '>=', firstDay(from))
    .where(companyIsHere('sponsor_slots.company_id'))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, month: monthOfDay(row.month) }))
}

/** Months that are or were paid for, the latest first. */
export async function readMonthsOfSponsor(db: Database, companyId: string, most: number) {
  return db
    .selectFrom('sponsor_slots')
    .select(['id', 'month'])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['active', 'ended'])
    .where('activated_at', 'is not', null)
    .orderBy('month', 'desc')
    .limit(most)
    .execute()
}

/** For the query of another slice: whose sponsor month its row hangs on. */
export const sponsorId = (slotId: string) => sql<string>`(
  select slot.company_id from sponsor_slots as slot where slot.id = ${sql.ref(slotId)})`

/** As `sponsorId`: what the sponsor is called; null where there is no month. */
export const sponsorName = (slotId: string) => sql<string | null>`(
  select ${companyName('slot.company_id')} from sponsor_slots as slot where slot.id = ${sql.ref(slotId)})`

/** As `sponsorId`: it is not paid for, or not any more. */
export const isLetGo = (slotId: string) => sql<boolean>`exists (
  select from sponsor_slots as slot where slot.id = ${sql.ref(slotId)} and slot.status in ('reserved', 'released'))`

/**
 * For a query of `offers`: false for a campaign of which no month has been paid for. An offer that is no
 * campaign has no months, and waits for nothing.
 */
export const isPaidOffer = sql<boolean>`coalesce((
  select bool_or(season_slots.activated_at is not null and season_slots.status in ('active', 'ended'))
  from season_slots where season_slots.offer_id = offers.id
), true)`
