import { neighbourPrice } from '~/companies/public'
import type { Ore } from '~/shared/money'

/** The platform's fee in percent of the list price. */
export const PLATFORM_FEE_PERCENT = 5

/** The money of a booking in whole öre. Never changed once written; the database checks the same sums. */
export type BookingMoney = {
  listOre: Ore
  discountOre: Ore
  customerPaysOre: Ore
  /** The fee to the platform. */
  feeOre: Ore
  /** The fee of a payment provider. Always 0 today, since no provider is involved. */
  paymentFeeOre: Ore
  providerGetsOre: Ore
}

/** Discount and fee are both reckoned from the list price and rounded down, as specified. */
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
