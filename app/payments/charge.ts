import type { Plan } from '~/companies/public'
import { inKronor, MEMBER_PRICE_ORE, type Ore } from '~/shared/money'

/**
 * Charges: a month of membership, a package, or the fee of a month's bookings. Amounts are whole öre, including VAT in
 * `gross`.
 */

export const VAT_PERCENT = 25

export type Amount = { net: Ore; vat: Ore; gross: Ore }

/** From a price without VAT, as companies see it. */
export function fromNet(net: Ore): Amount {
  const vat = Math.round((net * VAT_PERCENT) / 100)
  return { net, vat, gross: net + vat }
}

/** From a price with VAT in it, as residents see it. */
export function fromGross(gross: Ore): Amount {
  const vat = Math.round((gross * VAT_PERCENT) / (100 + VAT_PERCENT))
  return { net: gross - vat, vat, gross }
}

const sums = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "39,00 kr": always with öre, so that figures below each other line up. */
export const formatSum = (ore: Ore) => inKronor(sums.format(ore / 100))

export function total(amounts: readonly Amount[]): Amount {
  return amounts.reduce(
    (sum, { net, vat, gross }) => ({ net: sum.net + net, vat: sum.vat + vat, gross: sum.gross + gross }),
    {
      net: 0,
      vat: 0,
      gross: 0,
    },
  )
}

export type ChargeKind = 'membership' | Plan | 'fee'

type Kind = {
  label: string
  /** What a payment leads to. 'listing' (the base package) and 'nothing' need nothing done. */
  gives: 'membership' | 'booked months' | 'listing' | 'nothing'
  /** The income account in the Swedish chart of accounts (BAS). */
  account: 3011 | 3012 | 3013
  payer: 'member' | 'company'
}

export const chargeKinds = {
  membership: { label: 'Medlemskap', gives: 'membership', account: 3011, payer: 'member' },
  base: { label: 'Bas', gives: 'listing', account: 3012, payer: 'company' },
  sponsor: { label: 'Huvudsponsor', gives: 'booked months', account: 3012, payer: 'company' },
  season: { label: 'Säsongspartner', gives: 'booked months', account: 3012, payer: 'company' },
  fee: { label: 'Avgift för bokningar', gives: 'nothing', account: 3013, payer: 'company' },
} as const satisfies Record<ChargeKind, Kind>

type State = { label: string; tone: 'lamp' | 'spruce' | 'neutral'; icon: 'clock' | 'check' | 'minus' }

export const chargeStates = {
  open: { label: 'Att betala', tone: 'lamp', icon: 'clock' },
  paid: { label: 'Betald', tone: 'spruce', icon: 'check' },
  struck: { label: 'Struken', tone: 'neutral', icon: 'minus' },
} as const satisfies Record<string, State>

export type ChargeStatus = keyof typeof chargeStates

type Payable = { status: ChargeStatus; kind: ChargeKind; isPayerHere: boolean }

/**
 * Whether money for this charge may be booked. A struck month of membership or base can be paid too, if the payer is
 * still here in that role: it then pays for the next month. A struck booked month cannot, since another company may have
 * booked it.
 */
export function mayBePaid({ status, kind, isPayerHere }: Payable): boolean {
  return status === 'open' || (status === 'struck' && isPayerHere && chargeKinds[kind].gives !== 'booked months')
}

export type Line = Amount & { text: string; slotId: string | null }

/** The VAT in fees. A booking's fee is agreed in whole öre including VAT; the VAT is calculated on their sum. */
export const vatInFee = (gross: Ore): Ore => Math.round(gross / 5)

/**
 * The lines of a company's fees, some of them credits. Each line's VAT is the difference of running totals, so that
 * rounding adds up: the lines' VAT equals the VAT of their sum, to the öre.
 */
export function feeLines(parts: readonly { text: string; gross: Ore }[]): Line[] {
  let before = 0
  return parts.map(({ text, gross }) => {
    const vat = vatInFee(before + gross) - vatInFee(before)
    before += gross
    return { text, slotId: null, net: gross - vat, vat, gross }
  })
}

/** The number of days, of those that were paid for. */
export type PartOfDays = { days: number; of: number }

/** The part of a line's price for some of its days. */
export function partOf<Sold extends Amount & { text: string }>(line: Sold, { days, of }: PartOfDays): Sold {
  if (days === of) return line
  return { ...line, ...fromGross(Math.round((line.gross * days) / of)), text: `${line.text}: ${days} av ${of} dagar` }
}

/** Days to pay, unless a charge has a due day of its own. */
export const DAYS_TO_PAY = 10

export const membershipLine: Line = { text: 'Medlemskap, en månad', slotId: null, ...fromGross(MEMBER_PRICE_ORE) }
