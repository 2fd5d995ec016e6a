import type { Ore } from '~/shared/money'
import { type ChargeKind, type ChargeStatus, mayBePaid } from '../charge'
import { referencesIn } from '../reference'
import type { BankRow } from './bank-file'

/** What becomes of a line of the bank's file. */
export const matchLabels = {
  match: 'Bokförs',
  'paid before': 'Redan betald',
  'paid twice': 'Betald två gånger',
  'wrong amount': 'Fel belopp',
  'no longer asked for': 'Ingen väntar på den',
  'no reference': 'Saknar nummer',
  'went out': 'Gick ut från kontot',
} as const satisfies Record<string, string>

export type Match = keyof typeof matchLabels

type Asked = { id: string; reference: string; kind: ChargeKind; status: ChargeStatus; gross: Ore }
export type MatchedRow = BankRow & { position: number; match: Match; charge: Asked | null }

/**
 * Finds what each line pays, by reference and amount: both, or nothing is booked. Of two lines for one charge the
 * first is its payment. Pure, so that what is shown before is what is booked after.
 */
export function matchRows(
  rows: readonly (BankRow & { position: number })[],
  charges: ReadonlyMap<string, Asked>,
): MatchedRow[] {
  const taken = new Set<string>()
  return rows.map((row) => {
    const charge = referencesIn(row.text)
      .map((reference) => charges.get(reference))
      .find((found) => found !== undefined)
    if (row.amount <= 0) return { ...row, match: 'went out', charge: null }
    if (!charge) return { ...row, match: 'no reference', charge: null }
    const match = matchOf(row, charge, taken.has(charge.id))
    if (match === 'match') taken.add(charge.id)
    return { ...row, match, charge }
  })
}

function matchOf(row: BankRow, charge: Asked, isTaken: boolean): Match {
  if (isTaken) return 'paid twice'
  if (charge.status === 'paid') return 'paid before'
  if (!mayBePaid(charge.status, charge.kind)) return 'no longer asked for'
  return row.amount === charge.gross ? 'match' : 'wrong amount'
}
