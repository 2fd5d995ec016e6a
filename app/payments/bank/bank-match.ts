import type { Ore } from '~/shared/money'
import { type ChargeKind, type ChargeStatus, mayBePaid } from '../charge'
import type { PaymentMethod } from '../ledger'
import { referencesIn } from '../reference'
import { type BankRow, unfit } from './bank-row'

/** What becomes of a line of the bank's file. */
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
/** How a charge was paid: by card, or by money that the bank or Swish has a name for. */
export type PaidBy = { method: PaymentMethod; externalId: string | null }

export type Known = {
  charges: ReadonlyMap<string, Asked>
  /** Of those that are paid, by their ids. */
  payments?: ReadonlyMap<string, PaidBy>
}

type Row = BankRow & { position: number }
export type MatchedRow = Row & { match: Match; charge: Asked | null }

/** What a payment is called that is booked by a line of the bank's: the same money has the same in every file. */
export const nameOfPayment = (name: string) => `bank ${name}`

/**
 * Finds what each line pays, by reference and amount: both, or nothing is booked. Of two lines for one charge the
 * first is its payment. Pure, so that what is shown before is what is booked after.
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
    // Which of them the payer meant is for a person to see.
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

/** Whether a line may be the money that a charge was paid with: not when that came by card, or has another name at the bank. */
function isThatPayment(paid: PaidBy | undefined, name: string | null | undefined): boolean {
  if (!paid) return true
  if (paid.method === 'card') return false
  return !name || !paid.externalId?.startsWith(nameOfPayment('')) || paid.externalId === nameOfPayment(name)
}
