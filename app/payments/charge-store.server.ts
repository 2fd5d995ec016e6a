import { sql } from 'kysely'
import { personHasRole } from '~/accounts/public.server'
import { plans } from '~/companies/public'
import { isKept } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { isNotSetAside, onlyTurn, type Turn } from '~/platform/work/one-run'
import type { Ore } from '~/shared/money'
import { type ChargeKind, type ChargeStatus, type Line, total } from './charge'
import { referenceFrom } from './reference'

export type Payer = { memberId: string; companyId?: undefined } | { companyId: string; memberId?: undefined }

export type NewCharge = {
  /** Idempotency key: what the charge is for. A second charge with the same key is not written. */
  key: string
  kind: ChargeKind
  payer: Payer
  lines: readonly Line[]
  dueOn: string
  /** The period that a package covers, if it is known before the payment. */
  period?: { from: string; until: string } | undefined
}

export type Charge = {
  id: string
  reference: string
  kind: ChargeKind
  status: ChargeStatus
  memberId: string | null
  companyId: string | null
  /** The payer has not left, nor got another role, so a payment can still give them something. */
  isPayerHere: boolean
  net: Ore
  vat: Ore
  gross: Ore
  issuedAt: Date
  dueOn: string
  periodFrom: string | null
  periodUntil: string | null
  paidAt: Date | null
  struckBecause: string | null
}

const names = [
  'id',
  'reference',
  'kind',
  'status',
  'member_id as memberId',
  'company_id as companyId',
  'net_cents as net',
  'vat_cents as vat',
  'gross_cents as gross',
  'issued_at as issuedAt',
  'due_on as dueOn',
  'period_from as periodFrom',
  'period_until as periodUntil',
  'paid_at as paidAt',
  'struck_because as struckBecause',
] as const

const isPayerHere = sql<boolean>`(case when charges.member_id is not null
  then ${personHasRole('charges.member_id', 'member')} else ${isKept(sql.ref('charges.company_id'))} end)`.as(
  'isPayerHere',
)
const columns = [...names, isPayerHere] as const

/**
 * Returns the charges that are new; one that exists already is left as it is. `on conflict` names no column, so that it
 * covers every unique index: of two concurrent inserts, the losing one may hit either the key or an index on what is
 * asked for once.
 */
export async function insertCharges(db: Database, charges: readonly NewCharge[], now: Date): Promise<Charge[]> {
  if (charges.length === 0) return []
  const serials = await sql<{ serial: number }>`
    select nextval('charge_references')::integer as serial from generate_series(1, ${charges.length})`.execute(db)
  const rows = charges.map((charge, index) => {
    const { net, vat, gross } = total(charge.lines)
    return {
      key: charge.key,
      reference: referenceFrom(serials.rows[index]?.serial ?? 0),
      kind: charge.kind,
      member_id: charge.payer.memberId ?? null,
      company_id: charge.payer.companyId ?? null,
      net_cents: net,
      vat_cents: vat,
      gross_cents: gross,
      issued_at: now,
      due_on: charge.dueOn,
      period_from: charge.period?.from ?? null,
      period_until: charge.period?.until ?? null,
    }
  })
  const inserted = await db
    .insertInto('charges')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning([...columns, 'key'])
    .execute()
  const lines = inserted.flatMap(({ id, key }) => {
    const charge = charges.find((one) => one.key === key)
    return (charge?.lines ?? []).map((line, index) => ({
      charge_id: id,
      position: index + 1,
      text: line.text,
      slot_id: line.slotId,
      net_cents: line.net,
      vat_cents: line.vat,
      gross_cents: line.gross,
    }))
  })
  if (lines.length > 0) await db.insertInto('charge_lines').values(lines).execute()
  return inserted.map(({ key: _, ...charge }) => charge)
}

export async function readCharges(db: Database, ids: readonly string[]): Promise<Charge[]> {
  if (ids.length === 0) return []
  return db.selectFrom('charges').select(columns).where('id', 'in', ids).execute()
}

export async function readCharge(db: Database, id: string): Promise<Charge | undefined> {
  return (await readCharges(db, [id]))[0]
}

/** Charges by payment reference. A charge that was replaced is followed to its replacement (`replaced_by`). */
export async function readChargesByReference(
  db: Database,
  references: readonly string[],
): Promise<Map<string, Charge>> {
  const found = new Map<string, Charge>()
  if (references.length === 0) return found
  const { rows } = await sql<{ known: string; id: string }>`
    with recursive by_number (known, id, replaced_by) as (
      select reference, id, replaced_by from charges where reference = any(${references})
      union all
      select known, charges.id, charges.replaced_by from by_number join charges on charges.id = by_number.replaced_by
    )
    select known, id from by_number where replaced_by is null`.execute(db)
  const charges = await readCharges(
    db,
    rows.map(({ id }) => id),
  )
  for (const { known, id } of rows) {
    const charge = charges.find((one) => one.id === id)
    if (charge) found.set(known, charge)
  }
  return found
}

export async function writeReplacement(db: Database, id: string, replacedBy: string) {
  await db.updateTable('charges').set({ replaced_by: replacedBy }).where('id', '=', id).execute()
}

/** Charges for the base package that are open or paid. */
const baseCharges = (db: Database, companyId: string) =>
  db
    .selectFrom('charges')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('kind', '=', 'base')
    .where('status', '<>', 'struck')
    .orderBy('id')

/** The base charges for these months. */
export async function readBaseOf(db: Database, companyId: string, firstDays: readonly string[]): Promise<Charge[]> {
  return firstDays.length === 0 ? [] : baseCharges(db, companyId).where('period_from', 'in', firstDays).execute()
}

/**
 * The base charges for all months after the given one. A card that draws beside dearer months may have paid far ahead.
 */
export async function readBaseAfter(db: Database, companyId: string, firstDay: string): Promise<Charge[]> {
  return baseCharges(db, companyId).where('period_from', '>', firstDay).execute()
}

/** The charge for the fees of a company's month. */
export async function readFeeCharge(db: Database, companyId: string, firstDay: string): Promise<Charge | undefined> {
  return db
    .selectFrom('charges')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('kind', '=', 'fee')
    .where('period_from', '=', firstDay)
    .executeTakeFirst()
}

/** A fragment for another slice's query: whether a charge with this booked month is open and was due before the day. */
export const isUnpaidSince = (slotId: string, day: string) => sql<boolean>`exists (
  select from charge_lines join charges on charges.id = charge_lines.charge_id
  where charge_lines.slot_id = ${sql.ref(slotId)} and charges.status = 'open' and charges.due_on < ${day})`

/** Locks charges until the transaction ends. Lock order: by id, after their payers. */
export async function lockCharges(db: Database, ids: readonly string[]): Promise<Charge[]> {
  if (ids.length === 0) return []
  return db.selectFrom('charges').select(columns).where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

export type ChargeLine = Line & { chargeId: string; position: number }

export async function readLines(db: Database, chargeIds: readonly string[]): Promise<ChargeLine[]> {
  if (chargeIds.length === 0) return []
  return db
    .selectFrom('charge_lines')
    .select(['charge_id as chargeId', 'position', 'text', 'slot_id as slotId'])
    .select(['net_cents as net', 'vat_cents as vat', 'gross_cents as gross'])
    .where('charge_id', 'in', chargeIds)
    .orderBy('charge_id')
    .orderBy('position')
    .execute()
}

/** The open month of each of these members. */
export async function readOpenMonths(db: Database, memberIds: readonly string[]): Promise<Charge[]> {
  if (memberIds.length === 0) return []
  return db
    .selectFrom('charges')
    .select(columns)
    .where('member_id', 'in', memberIds)
    .where('kind', '=', 'membership')
    .where('status', '=', 'open')
    .execute()
}

/** All charges of a member or a company, latest first. */
export async function readChargesOf(db: Database, payer: Payer, limit: number): Promise<Charge[]> {
  let rows = db.selectFrom('charges').select(columns).orderBy('id', 'desc').limit(limit)
  rows =
    payer.memberId === undefined
      ? rows.where('company_id', '=', payer.companyId)
      : rows.where('member_id', '=', payer.memberId)
  return rows.execute()
}

export async function readOpenChargesOf(db: Database, payer: Payer): Promise<Charge[]> {
  let rows = db.selectFrom('charges').select(columns).where('status', '=', 'open').orderBy('due_on').orderBy('id')
  rows =
    payer.memberId === undefined
      ? rows.where('company_id', '=', payer.companyId)
      : rows.where('member_id', '=', payer.memberId)
  return rows.execute()
}

/** Whether a company has an open charge for a package. Fees for bookings do not count. */
export async function owesForPackage(db: Database, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('charges')
    .select('id')
    .where('company_id', '=', companyId)
    .where('status', '=', 'open')
    .where('kind', 'in', plans)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Charges with a line for one of these booked months. */
export async function readChargesOfSlots(db: Database, slotIds: readonly string[]): Promise<Charge[]> {
  if (slotIds.length === 0) return []
  const ofSlots = db.selectFrom('charge_lines').select('charge_id').where('slot_id', 'in', slotIds)
  return db.selectFrom('charges').select(columns).where('id', 'in', ofSlots).orderBy('id').execute()
}

/** Months of membership that were paid and not given back, in the order of their payments. */
export async function readPaidMonths(db: Database, memberId: string) {
  const rows = await db
    .selectFrom('charges')
    .innerJoin('payments', 'payments.charge_id', 'charges.id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['charges.id', 'charges.paid_at as paidAt', 'charges.period_from as from', 'charges.period_until as until'])
    .where('charges.member_id', '=', memberId)
    .where('charges.kind', '=', 'membership')
    .where('refunds.id', 'is', null)
    .orderBy('charges.paid_at')
    .orderBy('charges.id')
    .execute()
  return rows.flatMap(({ id, paidAt, from, until }) => (paidAt && from && until ? [{ id, paidAt, from, until }] : []))
}

/** Charges that a member has paid since a day and that were not given back. */
export async function readPaidCharges(db: Database, memberId: string, since: string): Promise<Charge[]> {
  return db
    .selectFrom('charges')
    .innerJoin('payments', 'payments.charge_id', 'charges.id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(names.map((name) => `charges.${name}` as const))
    .select(isPayerHere)
    .where('charges.member_id', '=', memberId)
    .where('charges.kind', '=', 'membership')
    .where(sql<boolean>`(charges.paid_at at time zone 'Europe/Stockholm')::date >= ${since}`)
    .where('refunds.id', 'is', null)
    .orderBy('charges.id')
    .execute()
}

export type PaidCharge = { id: string; period: { from: string; until: string } | null }

export async function markPaid(db: Database, paid: readonly PaidCharge[], now: Date) {
  const ids = paid.map(({ id }) => id)
  const from = paid.map(({ period }) => period?.from ?? null)
  const until = paid.map(({ period }) => period?.until ?? null)
  await sql`
    update charges set
      status = 'paid', paid_at = ${now},
      period_from = coalesce(paid.period_from, charges.period_from),
      period_until = coalesce(paid.period_until, charges.period_until)
    from unnest(${ids}::uuid[], ${from}::date[], ${until}::date[]) as paid (id, period_from, period_until)
    where charges.id = paid.id`.execute(db)
}

/** Strikes charges that are open; returns how many. */
export async function strikeCharges(db: Database, ids: readonly string[], because: string, now: Date): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('charges')
    .set({ status: 'struck', struck_at: now, struck_because: because })
    .where('id', 'in', ids)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Claims companies' overdue charges that have had no reminder, and marks them as reminded. The claim is a statement of
 * its own, so that it is known which charge it was if the mark cannot be written.
 */
export async function takeOverdue(
  db: Database,
  today: string,
  now: Date,
  limit: number,
  { setAside, claimed }: Turn = onlyTurn,
): Promise<Charge[]> {
  const overdue = db
    .selectFrom('charges')
    .select('id')
    .where('status', '=', 'open')
    .where('reminded_at', 'is', null)
    .where('company_id', 'is not', null)
    .where('due_on', '<', today)
    .where(isNotSetAside('id', setAside))
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const taken = await db
    .with('overdue', () => overdue)
    .selectFrom('charges')
    .select(columns)
    .where('id', 'in', (from) => from.selectFrom('overdue').select('overdue.id'))
    .orderBy('due_on')
    .orderBy('id')
    .execute()
  const ids = taken.map(({ id }) => id)
  if (ids[0] === undefined) return []
  claimed(ids[0])
  await db.updateTable('charges').set({ reminded_at: now }).where('id', 'in', ids).execute()
  return taken
}

/** Strikes months of membership that were due before a day: somebody asked to come back and then did not pay. */
export async function strikeForgotten(db: Database, dueBefore: string, because: string, now: Date) {
  await db
    .updateTable('charges')
    .set({ status: 'struck', struck_at: now, struck_because: because })
    .where('status', '=', 'open')
    .where('kind', '=', 'membership')
    .where('due_on', '<', dueBefore)
    .execute()
}
