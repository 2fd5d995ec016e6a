/** Money is whole öre everywhere; kronor exist only on the page. */
export type Ore = number

const kronor = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 0, maximumFractionDigits: 0 })
const kronorAndOre = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "1 995 kr", and "39,50 kr" when there are öre. */
export function formatOre(ore: Ore): string {
  const format = ore % 100 === 0 ? kronor : kronorAndOre
  return `${format.format(ore / 100)} kr`
}

export const MEMBER_PRICE_ORE: Ore = 39_00
