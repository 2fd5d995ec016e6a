import { formatPostcode } from '~/postcodes/public'
import { formatSum } from '../charge'

/** What of a receipt goes to patrols, as the receipt says it; a credit note says that it is less. */
export function partInWords({ amount, postcode }: { amount: number; postcode: string }): string {
  const where = `ronderna i ${formatPostcode(postcode)}`
  return amount > 0
    ? `Av priset utan moms går ${formatSum(amount)} till ${where}.`
    : `Det som går till ${where} blir ${formatSum(-amount)} mindre.`
}
