import { namesOf } from '~/shared/chosen'
import type { Ore } from '~/shared/money'
import type { Category } from '../category'

/**
 * Rutavdrag (inkomstskattelagen 67 kap.): half of the labour including VAT is deducted, for household work by a company
 * with F-tax. A category that mixes work with and without deduction counts as without: better not to promise it than to
 * promise it wrongly.
 */
const isRutWork = {
  cleaning: true,
  garden: true,
  it: true,
  accompany: true,
  hair: false,
  massage: false,
  foot: false,
  dog: false,
  security: false,
  other: false,
} as const satisfies Record<Category, boolean>

export const rutCategories: readonly Category[] = namesOf(isRutWork).filter((category) => isRutWork[category])

export const givesRut = (category: Category): boolean => isRutWork[category]

/** The share of the labour that is deducted. Travel and material are not. */
const RUT_SHARE_PERCENT = 50

/** The most that a person may deduct in a year. Shown wherever the deduction is. */
export const RUT_CEILING_ORE: Ore = 75_000_00

type Rut = { customerPaysOre: Ore; labourPercent: number }
export type RutEstimate = { deductionOre: Ore; afterRutOre: Ore }

/**
 * The estimated price after the tax deduction. Only the tax agency knows how much the customer may still deduct this
 * year.
 */
export function rutEstimate({ customerPaysOre, labourPercent }: Rut): RutEstimate {
  const deductionOre = Math.floor((customerPaysOre * labourPercent * RUT_SHARE_PERCENT) / 10_000)
  return { deductionOre, afterRutOre: customerPaysOre - deductionOre }
}
