import type { Ore } from '~/shared/money'
import type { Month } from '~/shared/month'

/** The patrol share of a price without VAT, in whole öre, rounded down. */
export const shareOf = (net: Ore, percent: number): Ore => Math.floor((net * percent) / 100)

/** The patrol part of a line of a package's receipt. Negative on a credit note. */
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
 * What a credit note over `net` takes back of a part. What remains is the share of the remaining price, so that
 * roundings leave nothing over once everything is given back, in however many steps.
 */
export function takenBack<Part extends Pick<PatrolPart, 'percent' | 'net' | 'amount'>>(left: Part, net: Ore): Part {
  return { ...left, net: -net, amount: shareOf(left.net - net, left.percent) - left.amount }
}

/** The sum of the parts, for the ledger. */
export const sumOfParts = (parts: readonly PatrolPart[]): Ore => parts.reduce((sum, { amount }) => sum + amount, 0)
