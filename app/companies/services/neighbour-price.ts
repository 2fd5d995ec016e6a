import type { Ore } from '~/shared/money'

/** What neighbours pay less of the list price. */
export const NEIGHBOUR_DISCOUNT_PERCENT = 10

export type NeighbourPrice = { listOre: Ore; discountOre: Ore; customerPaysOre: Ore }

/** The price a neighbour pays. The discount is rounded down to whole öre, as the specification says. */
export function neighbourPrice(listOre: Ore): NeighbourPrice {
  const discountOre = Math.floor((listOre * NEIGHBOUR_DISCOUNT_PERCENT) / 100)
  return { listOre, discountOre, customerPaysOre: listOre - discountOre }
}
