import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { firstDay, type Month, monthOfDay } from '~/shared/month'

/**
 * The ledger of booking fees: one line per completed booking, and one per correction. Database triggers write the lines
 * (db/migrations/0330); this store reads them and assigns them to charges.
 */

export type FeeMonth = { companyId: string; month: Month }

/** The months before a day that have lines not yet on a charge, oldest first within each company. */
export async function readFeeMonthsDue(db: Database, before: string): Promise<FeeMonth[]> {
  const rows = await db
    .selectFrom('fee_entries')
    .select(['company_id as companyId', 'month'])
    .distinct()
    .where('charge_id', 'is', null)
    .where('month', '<', before)
    .orderBy('company_id')
    .orderBy('month')
    .execute()
  return rows.map(({ companyId, month }) => ({ companyId, month: monthOfDay(month) }))
}

export type UnaskedFee = Awaited<ReturnType<typeof readUnaskedFees>>[number]

/** The lines of a month and of earlier ones that are not yet on a charge. */
export async function readUnaskedFees(db: Database, { companyId, month }: FeeMonth) {
  return db
    .selectFrom('fee_entries')
    .innerJoin('bookings', 'bookings.id', 'fee_entries.booking_id')
    .select(['booking_id as bookingId', 'kind', 'month', 'amount_cents as feeOre'])
    .select(['service_title as title', 'scheduled_at as startsAt'])
    .where('fee_entries.company_id', '=', companyId)
    .where('charge_id', 'is', null)
    .where('month', '<=', firstDay(month))
    .orderBy('month')
    .orderBy('kind', 'desc')
    .orderBy('scheduled_at')
    .orderBy('booking_id')
    .execute()
}

/** The sum of a company's lines, of all months, that are not yet on a charge; negative if it has more credits. */
export async function sumUnaskedFees(db: Database, companyId: string): Promise<Ore> {
  const row = await db
    .selectFrom('fee_entries')
    .select(({ fn }) => fn.sum<string | null>('amount_cents').as('sum'))
    .where('company_id', '=', companyId)
    .where('charge_id', 'is', null)
    .executeTakeFirst()
  return Number(row?.sum ?? 0)
}

/** The database refuses a charge that is not the sum of its lines, and a line that is on another already. */
export async function putFeesOnCharge(db: Database, fees: readonly UnaskedFee[], chargeId: string) {
  await sql`
    update fee_entries set charge_id = ${chargeId}
    from unnest(${fees.map(({ bookingId }) => bookingId)}::uuid[], ${fees.map(({ kind }) => kind)}::text[]) as asked (booking_id, kind)
    where fee_entries.booking_id = asked.booking_id and fee_entries.kind = asked.kind`.execute(db)
}

/**
 * The ledger of a company's month: each job that was marked as done in it, at the agreed price, and each correction
 * made in it, as a negative amount. Contains no customer's name.
 */
export async function readMoneyOfMonth(db: Database, companyId: string, month: Month) {
  const rows = await db
    .selectFrom('fee_entries')
    .innerJoin('bookings', 'bookings.id', 'fee_entries.booking_id')
    .leftJoin('booking_corrections', 'booking_corrections.booking_id', 'fee_entries.booking_id')
    .select(['fee_entries.booking_id as id', 'kind', 'charge_id as chargeId', 'amount_cents as feeOre'])
    .select(['scheduled_at as startsAt', 'service_title as title', 'price_list_cents as listOre'])
    .select(['discount_cents as discountOre', 'amount_customer_pays_cents as agreedOre'])
    .select(['amount_to_provider_cents as providerGetsOre', 'customer_pays_cents as correctedOre'])
    .where('fee_entries.company_id', '=', companyId)
    .where('month', '=', firstDay(month))
    .orderBy('kind', 'desc')
    .orderBy('scheduled_at')
    .orderBy('id')
    .execute()
  return rows.map(({ agreedOre, correctedOre, kind, ...row }) => {
    if (kind === 'fee') return { ...row, kind, customerPaysOre: agreedOre }
    const lessOre = (correctedOre ?? agreedOre) - agreedOre
    const lost = { listOre: lessOre, discountOre: 0, customerPaysOre: lessOre, providerGetsOre: lessOre - row.feeOre }
    return { ...row, kind, ...lost }
  })
}
