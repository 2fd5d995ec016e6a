import { neighbourPrice } from '~/companies/public'
import type { Ore } from '~/shared/money'

/** What the platform keeps of the list price. */
export const PLATFORM_FEE_PERCENT = 5

/** The money of a booking, in whole öre, as it is kept for good. The database checks the same sums. */
export type BookingMoney = {
  listOre: Ore
  discountOre: Ore
  customerPaysOre: Ore
  /** To the platform. */
  feeOre: Ore
  /** What a payment provider would take; nobody is between the two today. */
  paymentFeeOre: Ore
  providerGetsOre: Ore
}

/** Discount and fee are both counted on the list price and rounded down, as the specification says. */
export function bookingMoney(listOre: Ore, hasDiscount: boolean): BookingMoney {
  const { discountOre, customerPaysOre } = hasDiscount
    ? neighbourPrice(listOre)
    : { discountOre: 0, customerPaysOre: listOre }
  const feeOre = Math.floor((listOre * PLATFORM_FEE_PERCENT) / 100)
  const paymentFeeOre = 0
  return {
    listOre,
    discountOre,
    customerPaysOre,
    feeOre,
    paymentFeeOre,
    providerGetsOre: customerPaysOre - feeOre - paymentFeeOre,
  }
}
