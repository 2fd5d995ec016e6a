import { namesOf } from '~/shared/chosen'
import type { Ore } from '~/shared/money'
import type { Category } from '../category'

/**
 * Rutavdrag, as the law has it (inkomstskattelagen 67 kap.): half of what the labour costs with its VAT, for household
 * work, by a company with F-tax. Two kinds of work in one category count as none: better not said than said wrongly.
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

/** The state takes over half of what the labour costs; travel and material it leaves to the customer. */
const RUT_SHARE_PERCENT = 50

/** What a person may deduct in a year, in kronor: said wherever the deduction is. */
export const RUT_CEILING_KRONOR = 75_000

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
