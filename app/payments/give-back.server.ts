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
 * Takes back what was sold, wholly or a line of it: a credit note with the next number, booked at once, and money
 * that is owed until it has gone. By card the provider is told; by Swish an administrator sends it and ticks it off.
 * Part of the caller's transaction, which holds the payer and has authorised it. Null when the key was used before
 * or nothing is left to give back.
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
