import { formatPostcode } from '~/postcodes/public'
import { formatSum } from '../charge'

/** The part of a receipt that goes to patrols, in words; a credit note says by how much it shrinks. */
export function partInWords({ amount, postcode }: { amount: number; postcode: string }): string {
  const where = `ronderna i ${formatPostcode(postcode)}`
  return amount > 0
    ? `Av priset utan moms går ${formatSum(amount)} till ${where}.`
    : `Det som går till ${where} blir ${formatSum(-amount)} mindre.`
}
