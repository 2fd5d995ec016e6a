import { askedDay } from '~/shared/asked'
import type { Ore } from '~/shared/money'

/**
 * A line of a bank's file. `name` is the bank's own id of the transaction, where the file has one; the same money has
 * the same name in every file. `because` says why a line cannot be a payment to us: such a line is listed and never
 * booked.
 */
export type BankRow = {
  bookedOn: string | null
  amount: Ore | null
  text: string
  name?: string | null
  because?: Unfit | null
}

export const unfit = {
  'foreign currency': 'Inte i kronor',
  'not booked': 'Inte bokförd hos banken än',
  reversal: 'Banken tog tillbaka den',
  'sum of many': 'Samlad rad utan uppgift om var och en',
  unreadable: 'Kan inte läsas',
} as const satisfies Record<string, string>

export type Unfit = keyof typeof unfit

export type BankFile = { ok: true; rows: BankRow[] } | { ok: false; because: string }

export const MOST_ROWS = 2000
/** Longer texts from the bank are cut to this length. */
export const LONGEST_TEXT = 500
/** Twenty million kronor in öre: more than any payment to us, and just within an integer column of the books. */
export const LARGEST_AMOUNT: Ore = 2_000_000_000

export function dayFrom(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(text) ?? []
  return askedDay(`${year}-${month}-${day}`)
}

/**
 * Joins the cells of a row, or the parts of a payment's text, on one line. Linear in the input's length (no regular
 * expression that could backtrack).
 */
export const lineOf = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .join(' · ')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, LONGEST_TEXT)
