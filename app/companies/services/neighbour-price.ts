import type { Ore } from '~/shared/money'

/** What neighbours pay less of the list price. */
export const NEIGHBOUR_DISCOUNT_PERCENT = 10

/** The state takes over half of what the labour costs; travel and material it leaves to the customer. */
const RUT_SHARE_PERCENT = 50

export type NeighbourPrice = { list: Ore; discount: Ore; price: Ore }

/** The price a neighbour pays. The discount is rounded down to whole öre, as the specification says. */
export function neighbourPrice(baseOre: Ore): NeighbourPrice {
  const discount = Math.floor((baseOre * NEIGHBOUR_DISCOUNT_PERCENT) / 100)
  return { list: baseOre, discount, price: baseOre - discount }
}

export type RutEstimate = { deduction: Ore; price: Ore }

/**
 * What is left to pay when the tax deduction is drawn from the price the customer pays. An estimate: whether
 * the customer has room left for the deduction this year only the tax agency knows.
 */
export function rutEstimate({ priceOre, labourPercent }: { priceOre: Ore; labourPercent: number }): RutEstimate {
  const deduction = Math.floor((priceOre * labourPercent * RUT_SHARE_PERCENT) / 10_000)
  return { deduction, price: priceOre - deduction }
}
