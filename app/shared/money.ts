import { keepLast } from './memory/keep-last'

/** Money is whole öre everywhere. Kronor exist only on pages. */
export type Ore = number

const kronor = new Intl.NumberFormat('sv-SE', { maximumFractionDigits: 0 })
const kronorAndOre = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A figure and its unit on one line: with text at 200 % the line would often break between them. */
export const inKronor = (figure: string) => `${figure}\u00a0kr`

/** "1 995 kr", or "39,50 kr" if there are öre. */
export const formatOre = keepLast((ore: Ore): string => {
  const format = ore % 100 === 0 ? kronor : kronorAndOre
  // Adding 0 makes 0 of -0, which the cache takes for the same sum.
  return inKronor(format.format(ore / 100 + 0))
})

/**
 * Enough for twelve million kronor with all separators. Longer text is refused unparsed, since a form may contain a
 * megabyte.
 */
const longestSum = 40

/**
 * Parses a price as people write it into öre: "349", "349,50", "1 995", "1995 kr", "349.5", "1 995:-". Null if it is
 * not a price. Works on digits, without floating point, so no öre is lost to rounding. A point separates öre, never
 * thousands.
 */
export function parseKronor(text: string): Ore | null {
  const typed = text.trim()
  if (typed.length > longestSum) return null
  const written = typed.replace(/\s*(kr(onor)?|:-|,-)$/i, '')
  const parts = /^(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d+)(?:[,.:](\d{1,2}))?$/.exec(written)
  if (!parts) return null
  const [, whole = '', part = ''] = parts
  const ore = Number(whole.replace(/\D/g, '') + part.padEnd(2, '0'))
  return Number.isSafeInteger(ore) ? ore : null
}

/** The price as a form field shows it: "349", "349,50". */
export function writtenKronor(ore: Ore): string {
  const part = ore % 100
  return `${Math.floor(ore / 100)}${part === 0 ? '' : `,${String(part).padStart(2, '0')}`}`
}

export const MEMBER_PRICE_ORE: Ore = 39_00
