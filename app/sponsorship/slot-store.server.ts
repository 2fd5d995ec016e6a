import { type RawBuilder, sql } from 'kysely'
import {
  companyIsHere,
  companyName,
  companyPostcode,
  isAbandoned,
  isListed,
  isNameApproved,
} from '~/companies/public.server'
import { isUnpaidSince } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { isNotSetAside } from '~/platform/work/one-run'
import { namesOf } from '~/shared/chosen'
import type { Ore } from '~/shared/money'
import { firstDay, type Month, monthOfDay } from '~/shared/month'
import { isLive, type Slot, type SlotKind, type SlotStatus, slotStates } from './slot'

/** The tables of the two kinds. Their columns are the same, except for the postcode or the campaign. */
const tableOf = { sponsor: 'sponsor_slots', season: 'season_slots' } as const satisfies Record<SlotKind, string>
const tables = Object.values(tableOf)

const liveStates = namesOf(slotStates).filter((status) => isLive({ status }))

type NewSlots = { companyId: string; priceOre: Ore; now: Date }

/** Throws a violation of `sponsor_slots_one_live` if the month is taken. Returns the slot's id. */
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

/**
 * Throws a violation of `season_slots_one_live` if the company has one of the months already. Returns the slots' ids.
 */
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

/** The taken sponsor months of a postcode from a month on, with their companies. */
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

/** All months that a company has booked, latest first. */
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

/** Marks reserved months as active. `adminId` is null for a payment that no administrator noted. */
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

/** Ends live months that have passed; returns how many. */
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

/** Reserved months whose charge was due before a day. */
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
 * Claims a company for the sweep: one with a live month that has passed or was not paid in time, or a closed one with
 * any live month. Locked until the transaction ends; companies that another process has locked are skipped (SKIP
 * LOCKED).
 */
export async function claimCompanyToSweep(
  db: Database,
  current: Month,
  unpaidSince: string,
  setAside: readonly string[] = [],
): Promise<{ id: string; gone: 'closed' | 'without owner' | null } | undefined> {
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
    .select(['id', 'deleted_at', isAbandoned().as('isAbandoned')])
    .where((where) =>
      where.or([
        ...[...passed, ...unpaid].map((slots) => where('id', 'in', slots)),
        where.and([isAbandoned(), where.or(live.map((slots) => where('id', 'in', slots)))]),
      ]),
    )
    .where(isNotSetAside('companies.id', setAside))
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!row?.isAbandoned) return row && { id: row.id, gone: null }
  return { id: row.id, gone: row.deleted_at === null ? 'without owner' : 'closed' }
}

/** The kinds of active months that each of these companies has in a calendar month. */
export const readActiveKinds = async (db: Database, companyIds: readonly string[], month: Month) =>
  companyIds.length === 0 ? [] : kindsOf(db, companyIds, firstDay(month), () => sql<boolean>`true`).execute()

/** Like `readActiveKinds`, limited to what everybody may see (0175): companies that are approved and not hidden. */
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

/** The postcodes of a company's live sponsor months, paid or not. */
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

/** The postcode and month of slots: a sponsor's own postcode, a season's that of its company. */
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

/** Paid sponsor months that are not over and include stops, of companies that are not removed. */
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

/** The sponsor months that are or were paid for, latest first. */
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

/** SQL fragment for another slice's query: the company of its row's sponsor month. */
export const sponsorId = (slotId: string) => sql<string>`(
  select slot.company_id from sponsor_slots as slot where slot.id = ${sql.ref(slotId)})`

/** SQL fragment like `sponsorId`: the sponsor's name; null without a month. */
export const sponsorName = (slotId: string) => sql<string | null>`(
  select ${companyName('slot.company_id')} from sponsor_slots as slot where slot.id = ${sql.ref(slotId)})`

/** SQL fragment like `sponsorId`: the month is not paid for, or was let go. */
export const isLetGo = (slotId: string) => sql<boolean>`exists (
  select from sponsor_slots as slot where slot.id = ${sql.ref(slotId)} and slot.status in ('reserved', 'released'))`

/**
 * SQL fragment for a query of `offers`: false for a campaign without any paid month. True for an offer that is not a
 * campaign.
 */
export const isPaidOffer = sql<boolean>`coalesce((
  select bool_or(season_slots.activated_at is not null and season_slots.status in ('active', 'ended'))
  from season_slots where season_slots.offer_id = offers.id
), true)`
