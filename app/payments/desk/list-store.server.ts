import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import { companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import type { Ore } from '~/shared/money'
import type { ChargeKind, ChargeStatus } from '../charge'

/** The administrators' lists: each query is served by an index, with keyset pagination. */

export type ListedCharge = {
  id: string
  reference: string
  kind: ChargeKind
  status: ChargeStatus
  gross: Ore
  dueOn: string
  paidAt: Date | null
  struckBecause: string | null
  memberId: string | null
  companyId: string | null
  companyName: string | null
  memberName: string | null
  receiptNumber: number | null
}

/** The search term: a payment reference, or payers. */
export type Whose = { reference: string } | { memberIds: string[]; companyIds: string[] }

type Query = { status: ChargeStatus; kind: ChargeKind | null; whose: Whose | null; limit: number }

function listed(db: Database, { status, kind, whose, limit }: Query) {
  let rows = db
    .selectFrom('charges')
    .leftJoin('payments', 'payments.charge_id', 'charges.id')
    .leftJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select(['charges.id', 'charges.reference', 'charges.kind', 'charges.status', 'charges.gross_cents as gross'])
    .select(['charges.due_on as dueOn', 'charges.paid_at as paidAt', 'charges.struck_because as struckBecause'])
    .select(['charges.member_id as memberId', 'charges.company_id as companyId'])
    .select(companyName('charges.company_id').as('companyName'))
    .select(personName('charges.member_id').as('memberName'))
    .select('receipts.number as receiptNumber')
    .where('charges.status', '=', status)
    .limit(limit)
  if (kind) rows = rows.where('charges.kind', '=', kind)
  if (whose && 'reference' in whose) rows = rows.where('charges.reference', '=', whose.reference)
  else if (whose) {
    const { memberIds, companyIds } = whose
    rows = rows.where((or) =>
      or.or([
        or('charges.member_id', '=', sql<string>`any(${memberIds}::uuid[])`),
        or('charges.company_id', '=', sql<string>`any(${companyIds}::uuid[])`),
      ]),
    )
  }
  return rows
}

/** The sort columns. Paid and struck charges are sorted by the time of asking only. */
const columns = { due: 'charges.due_on', sum: 'charges.gross_cents', asked: null } as const

/** A page of charges, with keyset pagination: rows after the id `before`. */
export async function readCharges(
  db: Database,
  query: Query,
  { by, down }: { by: keyof typeof columns; down: boolean },
  before: string | null,
): Promise<ListedCharge[]> {
  return inOrder(listed(db, query), { table: 'charges', by: columns[by], down, before }).execute()
}

/** Count and sum of the open charges, up to `most`. Reads one row more, to know whether there are more. */
export async function sumUnpaid(db: Database, most: number): Promise<{ count: number; sum: Ore; isMore: boolean }> {
  const { rows } = await sql<{ count: number; sum: number }>`
    select count(*)::integer as count, coalesce(sum(gross_cents) filter (where place <= ${most}), 0) as sum
    from (
      select gross_cents, row_number() over (order by due_on, id) as place
      from charges where status = 'open' order by due_on, id limit ${most + 1}
    ) as open`.execute(db)
  const { count = 0, sum = 0 } = rows[0] ?? {}
  return { count: Math.min(count, most), sum, isMore: count > most }
}

/** SQL: whether the card provider refused the refund, or has no refundable id for the payment. */
const isRefusedByCard = sql<boolean>`((payments.method = 'card' and payments.refundable_id is null) or exists (
  select from card_orders where card_orders.refund_id = refunds.id and card_orders.state = 'failed'))`

/** Refunds that are not paid out yet, oldest first. */
export async function readRefundsToPay(db: Database, after: string | null, limit: number) {
  let rows = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('charges', 'charges.id', 'payments.charge_id')
    .innerJoin('receipts', 'receipts.refund_id', 'refunds.id')
    .select(['refunds.id', 'refunds.amount_cents as amount', 'refunds.reason', 'refunds.created_at as since'])
    .select(['payments.method', 'receipts.number', 'charges.member_id as memberId', 'charges.company_id as companyId'])
    .select(companyName('charges.company_id').as('companyName'))
    .select(isRefusedByCard.as('isRefused'))
    .where('refunds.paid_out_at', 'is', null)
    .orderBy('refunds.id')
    .limit(limit)
  if (after) rows = rows.where('refunds.id', '>', after)
  return rows.execute()
}
