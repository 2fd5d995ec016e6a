import { readBillingAddresses } from '~/companies/public.server'
import type { MoneyPorts } from './activation.server'
import { insertReceipts, insertRefund, type LineShown, readPaymentOf, sumRefunded } from './book-store.server'
import { orderRefund } from './card/card-order-store.server'
import { type Amount, total } from './charge'
import type { Charge } from './charge-store.server'
import { entriesOfCredit } from './ledger'
import { partsTakenBack } from './patrols/parts-of.server'

export type GivenBack = { creditNumber: number; amount: Amount }

/**
 * Gives back a charge, or some of its lines: issues a credit note with the next number, books it at once, and records a
 * refund that is owed until it is paid out. A card refund is ordered at the provider; one by Swish is sent by an
 * administrator, who ticks it off. Precondition: the caller's transaction holds the payer and has authorised it.
 * Idempotent by key: null if the key was used before, or if it is more than what is left to give back.
 */
export async function giveBack(
  { db, clock, config }: MoneyPorts,
  charge: Charge,
  { key, lines, reason }: { key: string; lines: readonly (LineShown & { slotId?: string | null })[]; reason: string },
): Promise<GivenBack | null> {
  const now = clock.now()
  const payment = await readPaymentOf(db, charge.id)
  if (!payment) return null
  const amount = total(lines)
  if (amount.gross > payment.amount - (await sumRefunded(db, payment.id))) return null
  const refundId = await insertRefund(db, { key, paymentId: payment.id, amount: amount.gross, reason }, now)
  if (refundId === null) return null
  if (payment.method === 'card' && payment.refundableId) {
    await orderRefund(db, { refundId, paymentId: payment.refundableId, amount: amount.gross }, now)
  }
  const buyers = await readBillingAddresses(db, charge.companyId ? [charge.companyId] : [], 'look')
  const [creditNumber] = await insertReceipts(
    db,
    [
      {
        source: { refundId, credits: payment.receiptNumber },
        memberId: charge.memberId,
        companyId: charge.companyId,
        net: -amount.net,
        vat: -amount.vat,
        gross: -amount.gross,
        lines: lines.map(({ text, net, vat, gross }) => ({ text, net: -net, vat: -vat, gross: -gross })),
        buyer: (charge.companyId && buyers.get(charge.companyId)) || null,
        entries: entriesOfCredit(charge.kind, amount),
        parts: await partsTakenBack(db, payment.receiptNumber, lines),
      },
    ],
    config.operator,
    now,
  )
  return { creditNumber: creditNumber ?? 0, amount }
}
