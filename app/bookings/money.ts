import { neighbourPrice } from '~/companies/public'
import type { Ore } from '~/shared/money'

/** What the platform keeps of the list price. */
export const PLATFORM_FEE_PERCENT = 5

/** The money of a booking, in whole öre, as it is kept for good. The database checks the same sums. */
export type BookingMoney = {
  list: Ore
  discount: Ore
  customerPays: Ore
  platformFee: Ore
  /** What a payment provider would take; nobody is between the two today. */
  paymentFee: Ore
  providerGets: Ore
}

/** Discount and fee are both counted on the list price and rounded down, as the specification says. */
export function bookingMoney(listOre: Ore, hasDiscount: boolean): BookingMoney {
  const { list, discount, price } = hasDiscount
    ? neighbourPrice(listOre)
    : { list: listOre, discount: 0, price: listOre }
  const platformFee = Math.floor((list * PLATFORM_FEE_PERCENT) / 100)
  const paymentFee = 0
  return {
    list,
    discount,
    customerPays: price,
    platformFee,
    paymentFee,
    providerGets: price - platformFee - paymentFee,
  }
}
