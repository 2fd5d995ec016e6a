import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import type { Amount } from './charge'
import { type Entry, entriesOfPart, type PaymentMethod } from './ledger'
import { type PatrolPart, sumOfParts } from './patrols/share'
import { insertParts } from './patrols/share-store.server'

/** The SQL of the append-only tables: payments, refunds, receipts, ledger. */

export type NewPayment = {
  chargeId: string
  method: PaymentMethod
  amount: Ore
  receivedOn: string
  externalId: string | null
  refundableId: string | null
  notedBy: string | null
}

/** Payment ids by charge id. A unique index refuses a second payment of a charge. */
export async function insertPayments(db: Database, payments: readonly NewPayment[], now: Date) {
  const rows = await db
    .insertInto('payments')
    .values(
      payments.map((payment) => ({
        charge_id: payment.chargeId,
        method: payment.method,
        amount_cents: payment.amount,
        external_id: payment.externalId,
        refundable_id: payment.refundableId,
        received_on: payment.receivedOn,
        noted_by: payment.notedBy,
        created_at: now,
      })),
    )
    .returning(['id', 'charge_id as chargeId'])
    .execute()
  return new Map(rows.map(({ id, chargeId }) => [chargeId, id]))
}

/** Whether a payment with this external id is booked already. */
export async function isPaymentKnown(db: Database, externalId: string): Promise<boolean> {
  const row = await db.selectFrom('payments').select('id').where('external_id', '=', externalId).executeTakeFirst()
  return row !== undefined
}

/** The payment of each of these charges, for those that are paid. */
export async function readPaymentsOf(db: Database, chargeIds: readonly string[]) {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select(['charge_id as chargeId', 'method', 'external_id as externalId'])
    .where('charge_id', 'in', chargeIds)
    .execute()
  return new Map(rows.map(({ chargeId, ...paid }) => [chargeId, paid]))
}

export async function readPaymentOf(db: Database, chargeId: string) {
  const row = await db
    .selectFrom('payments')
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select([
      'payments.id',
      'payments.method',
      'payments.amount_cents as amount',
      'payments.refundable_id as refundableId',
    ])
    .select(['payments.received_on as receivedOn', 'receipts.number as receiptNumber'])
    .where('payments.charge_id', '=', chargeId)
    .executeTakeFirst()
  return row
}

export type NewRefund = { key: string; paymentId: string; amount: Ore; reason: string }

/** Idempotent by key: null if the refund exists already. */
export async function insertRefund(db: Database, { key, paymentId, amount, reason }: NewRefund, now: Date) {
  const row = await db
    .insertInto('refunds')
    .values({ key, payment_id: paymentId, amount_cents: amount, reason, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function sumRefunded(db: Database, paymentId: string): Promise<Ore> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((of) => of.fn.sum<number | null>('amount_cents').as('sum'))
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return sum ?? 0
}

export async function lockRefund(db: Database, id: string) {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id as paymentId', 'refunds.amount_cents as amount', 'payments.method'])
    .select(['refunds.paid_out_at as paidOutAt', 'payments.refundable_id as refundableId'])
    .where('refunds.id', '=', id)
    .forUpdate('refunds')
    .executeTakeFirst()
  return row
}

/** False if it was marked before. */
export async function markPaidOut(db: Database, refundId: string, by: string | null, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set({ paid_out_at: now, paid_out_by: by })
    .where('id', '=', refundId)
    .where('paid_out_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type SellerShown = { name: string; orgNumber: string; address: string; vatNumber: string; swishNumber: string }
export type BuyerShown = { name: string; orgNumber: string; address: string }
export type LineShown = Amount & { text: string }

export type NewReceipt = Amount & {
  source: { paymentId: string } | { refundId: string; credits: number }
  memberId: string | null
  companyId: string | null
  lines: LineShown[]
  buyer: BuyerShown | null
  entries: Entry[]
  /** The part of the price that goes to patrols. */
  parts: PatrolPart[]
}

/**
 * Takes the next receipt numbers, writes the receipts and their vouchers. Lock order: the counter's row stays locked
 * until the transaction ends, so this must come last. Returns the numbers in the order of the receipts.
 */
export async function insertReceipts(
  db: Database,
  receipts: readonly NewReceipt[],
  seller: SellerShown,
  now: Date,
): Promise<number[]> {
  const { last } = await db
    .updateTable('receipt_counter')
    .set((counter) => ({ last: counter('last', '+', receipts.length) }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const numbers = receipts.map((_, index) => last - receipts.length + 1 + index)
  await db
    .insertInto('receipts')
    .values(
      receipts.map(({ source, ...receipt }, index) => ({
        number: numbers[index] ?? 0,
        kind: 'paymentId' in source ? 'receipt' : 'credit',
        payment_id: 'paymentId' in source ? source.paymentId : null,
        refund_id: 'refundId' in source ? source.refundId : null,
        credits: 'credits' in source ? source.credits : null,
        issued_at: now,
        member_id: receipt.memberId,
        company_id: receipt.companyId,
        net_cents: receipt.net,
        vat_cents: receipt.vat,
        gross_cents: receipt.gross,
        lines: JSON.stringify(receipt.lines),
        seller: JSON.stringify(seller),
        buyer: receipt.buyer && JSON.stringify(receipt.buyer),
      })),
    )
    .execute()
  const vouchers = await db
    .insertInto('ledger_vouchers')
    .values(numbers.map((number) => ({ at: now, receipt_number: number })))
    .returning(['id', 'receipt_number as number'])
    .execute()
  const entriesOf = new Map(
    receipts.map(({ entries, parts }, index) => [numbers[index], [...entries, ...entriesOfPart(sumOfParts(parts))]]),
  )
  await db
    .insertInto('ledger_entries')
    .values(vouchers.flatMap(({ id, number }) => rowsOf(id, entriesOf.get(number ?? 0) ?? [])))
    .execute()
  for (const [index, { parts }] of receipts.entries()) await insertParts(db, numbers[index] ?? 0, parts)
  return numbers
}

const rowsOf = (voucherId: string, entries: readonly Entry[]) =>
  entries.map(({ account, amount }) => ({ voucher_id: voucherId, account, amount_cents: amount }))

/** Books money that has left: a refund that was paid out, or a payout to patrols. */
export async function insertPayout(
  db: Database,
  source: { refundId: string } | { patrolPayoutId: string },
  entries: readonly Entry[],
  now: Date,
) {
  const { id } = await db
    .insertInto('ledger_vouchers')
    .values({
      at: now,
      ...('refundId' in source ? { paid_out_refund_id: source.refundId } : { patrol_payout_id: source.patrolPayoutId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('ledger_entries').values(rowsOf(id, entries)).execute()
}

export async function readReceipt(db: Database, number: number) {
  const row = await db
    .selectFrom('receipts')
    .leftJoin('refunds', 'refunds.id', 'receipts.refund_id')
    .innerJoin('payments', (join) =>
      join.on((on) => on('payments.id', '=', on.fn.coalesce('receipts.payment_id', 'refunds.payment_id'))),
    )
    .innerJoin('charges', 'charges.id', 'payments.charge_id')
    .select([
      'receipts.number',
      'receipts.kind',
      'credits',
      'receipts.issued_at as issuedAt',
      'lines',
      'seller',
      'buyer',
    ])
    .select([
      'receipts.member_id as memberId',
      'receipts.company_id as companyId',
      'charges.reference',
      'payments.method',
    ])
    .select(['receipts.net_cents as net', 'receipts.vat_cents as vat', 'receipts.gross_cents as gross'])
    .select(['payments.received_on as receivedOn', 'refunds.paid_out_at as paidOutAt'])
    .where('receipts.number', '=', number)
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, paidOutAt, method, ...rest } = row
  const isCredit = kind === 'credit'
  return { ...rest, isCredit, method, paidOut: isCredit ? paidOutAt !== null : null }
}

type Owner = { memberId: string; companyId?: null } | { companyId: string; memberId?: null }

/** The receipts of a member or a company, latest first. */
export async function readReceiptsOf(db: Database, owner: Owner, limit: number) {
  let rows = db
    .selectFrom('receipts')
    .select(['number', 'kind', 'issued_at as issuedAt', 'gross_cents as gross', 'vat_cents as vat', 'lines'])
    .orderBy('number', 'desc')
    .limit(limit)
  rows = owner.memberId
    ? rows.where('member_id', '=', owner.memberId)
    : rows.where('company_id', '=', owner.companyId ?? '')
  return rows.execute()
}
