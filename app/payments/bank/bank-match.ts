import type { Ore } from '~/shared/money'
import { type ChargeKind, type ChargeStatus, mayBePaid } from '../charge'
import type { PaymentMethod } from '../ledger'
import { referencesIn } from '../reference'
import { type BankRow, unfit } from './bank-row'

/** The outcomes for a line of the bank's file, with their labels. */
export const matchLabels = {
  match: 'Bokförs',
  'paid before': 'Redan betald',
  'paid twice': 'Betald två gånger',
  'wrong amount': 'Fel belopp',
  'no longer asked for': 'Ingen väntar på den',
  'no reference': 'Saknar nummer',
  'many references': 'Flera nummer som stämmer',
  'went out': 'Gick ut från kontot',
  ...unfit,
} as const satisfies Record<string, string>

export type Match = keyof typeof matchLabels

type Asked = { id: string; reference: string; kind: ChargeKind; status: ChargeStatus; isPayerHere: boolean; gross: Ore }
/** How a charge was paid: by card, or by money with an `externalId` from the bank or Swish. */
export type PaidBy = { method: PaymentMethod; externalId: string | null }

export type Known = {
  charges: ReadonlyMap<string, Asked>
  /** Payments of the charges that are paid, by charge id. */
  payments?: ReadonlyMap<string, PaidBy>
}

type Row = BankRow & { position: number }
export type MatchedRow = Row & { match: Match; charge: Asked | null }

/** The `external_id` of a payment that is booked from a bank line. The same money has the same id in every file. */
export const nameOfPayment = (name: string) => `bank ${name}`

/**
 * Matches each line with a charge. Reference and amount must both fit, otherwise nothing is booked. Of two lines for
 * one charge the first is its payment. Pure, so the preview shows exactly what will be booked.
 */
export function matchRows(rows: readonly Row[], known: Known): MatchedRow[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    if (row.amount !== null && row.amount <= 0 && row.because !== 'reversal') {
      return { ...row, match: 'went out', charge: null }
    }
    const asked = chargesIn(row, known.charges)
    const matches = asked.map((charge) => ({ charge, match: matchOf(row, charge, known, taken) }))
    const fitting = matches.filter(({ match }) => match === 'match')
    const [{ charge, match } = { charge: null, match: 'no reference' as Match }] =
      fitting.length > 0 ? fitting : matches
    if (row.because) return { ...row, match: row.because, charge }
    // Several charges fit: an administrator has to decide which one the payer meant.
    if (fitting.length > 1) return { ...row, match: 'many references', charge }
    if (charge && (match === 'match' || match === 'paid before')) taken.add(charge.id)
    return { ...row, match, charge }
  })
}

function chargesIn({ text }: Row, charges: Known['charges']): Asked[] {
  const found = referencesIn(text).flatMap((reference) => charges.get(reference) ?? [])
  return [...new Map(found.map((charge) => [charge.id, charge])).values()]
}

function matchOf({ amount, name }: Row, charge: Asked, { payments }: Known, taken: ReadonlySet<string>): Match {
  if (taken.has(charge.id)) return 'paid twice'
  if (charge.status === 'paid') return isThatPayment(payments?.get(charge.id), name) ? 'paid before' : 'paid twice'
  if (!mayBePaid(charge)) return 'no longer asked for'
  return amount === charge.gross ? 'match' : 'wrong amount'
}

/**
 * Whether a line may be the very payment that a charge was paid with. False if that one came by card or has another
 * `external_id` from the bank: then the charge was paid twice.
 */
function isThatPayment(paid: PaidBy | undefined, name: string | null | undefined): boolean {
  if (!paid) return true
  if (paid.method === 'card') return false
  return !name || !paid.externalId?.startsWith(nameOfPayment('')) || paid.externalId === nameOfPayment(name)
}
