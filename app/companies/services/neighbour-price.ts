import type { Ore } from '~/shared/money'

/** What neighbours pay less of the list price. */
export const NEIGHBOUR_DISCOUNT_PERCENT = 10

/** The state takes over half of what the labour costs; travel and material it leaves to the customer. */
const RUT_SHARE_PERCENT = 50

export type NeighbourPrice = { listOre: Ore; discountOre: Ore; customerPaysOre: Ore }

/** The price a neighbour pays. The discount is rounded down to whole öre, as the specification says. */
export function neighbourPrice(listOre: Ore): NeighbourPrice {
  const discountOre = Math.floor((listOre * NEIGHBOUR_DISCOUNT_PERCENT) / 100)
  return { listOre, discountOre, customerPaysOre: listOre - discountOre }
}

type Rut = { customerPaysOre: Ore; labourPercent: number }
export type RutEstimate = { deductionOre: Ore; afterRutOre: Ore }

/**
 * What is left to pay when the tax deduction is drawn from the price the customer pays. An estimate: whether
 * the customer has room left for the deduction this year only the tax agency knows.
 */
export function rutEstimate({ customerPaysOre, labourPercent }: Rut): RutEstimate {
  const deductionOre = Math.floor((customerPaysOre * labourPercent * RUT_SHARE_PERCENT) / 10_000)
  return { deductionOre, afterRutOre: customerPaysOre - deductionOre }
}
