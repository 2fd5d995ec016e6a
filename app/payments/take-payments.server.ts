import { lockMembers } from '~/accounts/public.server'
import { readBillingAddresses } from '~/companies/public.server'
import { monthOfDay } from '~/shared/month'
import { dayOf, daysAfter } from '~/shared/time'
import { activate, type MoneyPorts } from './activation.server'
import { baseLine } from './bill-companies.server'
import { insertPayments, insertReceipts, type NewReceipt } from './book-store.server'
import { chargeKinds, mayBePaid } from './charge'
import { type Charge, type ChargeLine, lockCharges, markPaid, readCharges, readLines } from './charge-store.server'
import { entriesOfPayment, type PaymentMethod } from './ledger'
import { tellOfReceipts } from './letters/money-mails.server'
import { partsOfPaid } from './patrols/parts-of.server'

export type Received = {
  chargeId: string
  method: PaymentMethod
  /** The day the money came; today by default. */
  receivedOn?: string
  externalId?: string
  refundableId?: string
}

/** The outcome for a charge: booked now, or why not. */
export type Taken = 'booked' | 'paid before' | 'no longer asked for' | 'unknown'

type Facts = Charge & Pick<Received, 'method'>

/**
 * Books payments, in the caller's transaction: charges are paid, what they pay for is given, receipts are numbered and
 * the ledger is written. Precondition: the caller has compared the amount with the charge. Idempotent: a charge that is
 * paid stays as it is.
 * Lock order, the same everywhere: members, companies, charges, and the receipt counter last.
 */
export async function takePayments(
  ports: MoneyPorts,
  received: readonly Received[],
  notedBy: string | null,
): Promise<Map<string, Taken>> {
  const { db, clock, config } = ports
  const now = clock.now()
  const ids = [...new Set(received.map(({ chargeId }) => chargeId))].sort()
  const seen = await readCharges(db, ids)
  await lockMembers(
    db,
    seen.flatMap(({ memberId }) => memberId ?? []),
  )
  const buyers = await readBillingAddresses(
    db,
    seen.flatMap(({ companyId }) => companyId ?? []),
    'hold',
  )
  const charges = await lockCharges(db, ids)
  const results = new Map<string, Taken>(ids.map((id) => [id, 'unknown']))
  for (const charge of charges) results.set(charge.id, verdict(charge))

  const paid: Facts[] = charges
    .filter(({ id }) => results.get(id) === 'booked')
    .map((charge) => ({ ...charge, method: methodOf(received, charge.id) }))
  if (paid.length === 0) return results

  const lines = await readLines(
    db,
    paid.map(({ id }) => id),
  )
  const given = await activate(ports, paid, lines, notedBy)
  const parts = await partsOfPaid(ports, paid, lines, given)
  await markPaid(
    db,
    paid.map(({ id }) => ({ id, period: given.get(id) ?? null })),
    now,
  )
  const payments = await insertPayments(
    db,
    paid.map((charge) => {
      const one = received.find(({ chargeId }) => chargeId === charge.id)
      return {
        chargeId: charge.id,
        method: charge.method,
        amount: charge.gross,
        receivedOn: one?.receivedOn ?? dayOf(now),
        externalId: one?.externalId ?? null,
        refundableId: one?.refundableId ?? null,
        notedBy,
      }
    }),
    now,
  )
  const receipts = paid.map((charge): NewReceipt => {
    const paymentId = payments.get(charge.id)
    if (!paymentId) throw new Error('A payment that was written has an id')
    return {
      source: { paymentId },
      memberId: charge.memberId,
      companyId: charge.companyId,
      net: charge.net,
      vat: charge.vat,
      gross: charge.gross,
      lines: linesOf(charge, lines, given.get(charge.id)),
      buyer: (charge.companyId && buyers.get(charge.companyId)) || null,
      entries: entriesOfPayment(charge.kind, charge.method, charge),
      parts: parts.get(charge.id) ?? [],
    }
  })
  const numbers = await insertReceipts(db, receipts, config.operator, now)
  await tellOfReceipts(
    ports,
    paid.map((charge, index) => ({ charge, number: numbers[index] ?? 0, period: given.get(charge.id) ?? null })),
  )
  return results
}

function verdict(charge: Charge): Taken {
  if (charge.status === 'paid') return 'paid before'
  return mayBePaid(charge) ? 'booked' : 'no longer asked for'
}

function methodOf(received: readonly Received[], chargeId: string): PaymentMethod {
  return received.find((one) => one.chargeId === chargeId)?.method ?? 'swish'
}

/**
 * The lines of the receipt: membership with its period, and the base package with its month if the payment was moved to
 * another one.
 */
function linesOf(charge: Charge, lines: readonly ChargeLine[], period: { from: string; until: string } | undefined) {
  const says = (text: string) => {
    if (!period) return text
    if (chargeKinds[charge.kind].gives === 'listing') return baseLine(monthOfDay(period.from)).text
    return `${text}, ${period.from} – ${daysAfter(period.until, -1)}`
  }
  return lines
    .filter(({ chargeId }) => chargeId === charge.id)
    .map(({ text, net, vat, gross }) => ({ text: says(text), net, vat, gross }))
}
