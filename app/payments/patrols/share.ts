import type { Ore } from '~/shared/money'
import type { Month } from '~/shared/month'

/** What of a package goes to those who walk: of its price without VAT, in whole öre, rounded down. */
export const shareOf = (net: Ore, percent: number): Ore => Math.floor((net * percent) / 100)

/** A line of a package's receipt, and what of it goes to patrols. Below zero on a credit note. */
export type PatrolPart = {
  slotId: string | null
  companyId: string
  postcode: string
  month: Month
  percent: number
  net: Ore
  amount: Ore
}

/**
 * What a credit note takes back of a part, of which `net` is given back: what stays is the share of what stays, so that
 * nothing is left when all of it is given back, in however many steps.
 */
export function takenBack<Part extends Pick<PatrolPart, 'percent' | 'net' | 'amount'>>(left: Part, net: Ore): Part {
  return { ...left, net: -net, amount: shareOf(left.net - net, left.percent) - left.amount }
}

/** What parts come to, for the ledger. */
export const sumOfParts = (parts: readonly PatrolPart[]): Ore => parts.reduce((sum, { amount }) => sum + amount, 0)
