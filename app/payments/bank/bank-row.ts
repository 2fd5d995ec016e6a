import { askedDay } from '~/shared/asked'
import type { Ore } from '~/shared/money'

/**
 * A line of a bank's file. `name` is what the bank itself calls the transaction, where its file says so: the same money has
 * the same in every file. Of what cannot be a payment of ours, `because` says why; it is listed, and nothing is booked by it.
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
/** As much as is kept of what a bank writes in a line. */
export const LONGEST_TEXT = 500
/** Twenty million kronor: no payment of ours, and the last that the books have room for. */
export const LARGEST_AMOUNT: Ore = 2_000_000_000

export function dayFrom(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})/.exec(text) ?? []
  return askedDay(`${year}-${month}-${day}`)
}

/** The cells of a row, or the words of a payment, on one line. Each sign is looked at once, however many there are. */
export const lineOf = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .join(' · ')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
    .slice(0, LONGEST_TEXT)
