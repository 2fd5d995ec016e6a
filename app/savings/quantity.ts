/** A number with its unit, and the ways in which numbers are formatted on the savings page. */

export type Unit =
  | '%'
  | 'besök'
  | 'besök/månad'
  | 'dagar'
  | 'dagar/hushåll'
  | 'hushåll'
  | 'kg'
  | 'kg/km'
  | 'km'
  | 'km/besök'
  | 'km/resa'
  | 'km/tim'
  | 'kr'
  | 'kr/besök'
  | 'kr/byte'
  | 'kr/kg'
  | 'kr/km'
  | 'kr/kund'
  | 'kr/liter'
  | 'kr/person'
  | 'kr/tim'
  | 'kunder'
  | 'kWh'
  | 'kWh/liter'
  | 'liter'
  | 'liter/km'
  | 'månader'
  | 'personalbyten'
  | 'personer'
  | 'postnummer'
  | 'resor'
  | 'tim'
  | 'tim/besök'
  | 'tim/dag'
  | 'tim/hushåll'
  | 'tim/årsarbete'
  | 'varv'
  | 'årsarbeten'

export type Quantity = { value: number; unit: Unit }

/** `first` times or divided by each factor equals `result`. Printed as it stands; a test evaluates it. */
export type Formula = { first: Quantity; then: { sign: '×' | '÷'; factor: Quantity }[]; result: Quantity }

/** Non-breaking space, so that a figure keeps its unit. */
const NBSP = '\u00a0'

const decimals = [0, 1, 2, 3].map(
  (digits) => new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 0, maximumFractionDigits: digits }),
)
const kronorAndOre = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function write(value: number, digits: number): string {
  return decimals[digits]?.format(value) ?? String(value)
}

/** A number without its unit, rounded to an integer. */
export function whole(value: number): string {
  return write(value, 0)
}

/** Precise enough that a reader who recalculates the formula gets the same result. */
export function exact({ value, unit }: Quantity): string {
  const small = value < 1000
  if (unit === 'kr' || unit.startsWith('kr/')) {
    const inÖre = small && !Number.isInteger(value)
    return `${inÖre ? kronorAndOre.format(value) : write(value, 0)}${NBSP}${unit}`
  }
  return `${write(value, small ? (value < 1 ? 3 : 2) : 0)}${NBSP}${unit}`
}

const MILLION = 1_000_000

/** Rounds to whole kronor, to hundreds from 1 000, to thousands from 10 000: no more precise than the assumptions. */
export function roundKronor(kronor: number): number {
  const step = kronor < 1_000 ? 1 : kronor < 10_000 ? 100 : 1_000
  return Math.round(kronor / step) * step
}

/** Rounded for headlines and tables. */
export function rounded({ value, unit }: Quantity): string {
  if (unit === 'kg' && Math.round(value) >= 1000) return `${tonnes(value / 1000)}${NBSP}ton`
  const shown = unit === 'kr' ? roundKronor(value) : Math.round(value)
  if (shown >= MILLION) {
    const millions = write(value / MILLION, 1)
    return `${millions}${NBSP}${millions === '1' ? 'miljon' : 'miljoner'}${NBSP}${unit}`
  }
  if (unit === 'kr' || shown >= 100) return `${write(shown, 0)}${NBSP}${unit}`
  return `${write(value, value < 1 ? 2 : 1)}${NBSP}${unit}`
}

function tonnes(value: number): string {
  return write(value, value < 100 ? 1 : 0)
}

/** For posts: kronor to the krona, so that posts can be added up by hand; other units rounded. */
export function asPost(quantity: Quantity): string {
  return quantity.unit === 'kr' ? exact({ value: Math.round(quantity.value), unit: 'kr' }) : rounded(quantity)
}

export function equation({ first, then, result }: Formula): string {
  return [
    exact(first),
    ...then.map(({ sign, factor }) => `${sign}${NBSP}${exact(factor)}`),
    `=${NBSP}${exact(result)}`,
  ].join(' ')
}
