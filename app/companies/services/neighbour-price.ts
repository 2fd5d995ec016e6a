import type { Ore } from '~/shared/money'

/** The discount on the list price for members. */
export const NEIGHBOUR_DISCOUNT_PERCENT = 10

export type NeighbourPrice = { listOre: Ore; discountOre: Ore; customerPaysOre: Ore }

/** The discount is rounded down to whole öre, as the specification says. */
export function neighbourPrice(listOre: Ore): NeighbourPrice {
  const discountOre = Math.floor((listOre * NEIGHBOUR_DISCOUNT_PERCENT) / 100)
  return { listOre, discountOre, customerPaysOre: listOre - discountOre }
}
