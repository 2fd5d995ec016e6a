import type { Ore } from '~/shared/money'
import { accounts } from '../ledger'

/** The sum of all entries on an account in a period. */
export type AccountSum = { account: number; name: string; amount: Ore }

/**
 * The boxes of the VAT return (SKV 4700) that our sales fill. Input VAT on purchases is in the bookkeeper's books, not
 * here.
 */
export type VatReturn = { sales: Ore; vat: Ore; boxes: { box: string; label: string; kronor: number }[] }

const isSales = ({ account }: AccountSum) => account >= 3000 && account < 4000

/**
 * Credits are negative in the ledger, sales are positive in the return. Öre are cut off, as the tax agency requires.
 */
export function vatReturnOf(sums: readonly AccountSum[]): VatReturn {
  const creditOf = (which: (one: AccountSum) => boolean) =>
    sums.filter(which).reduce((total, { amount }) => total - amount, 0)
  const sales = creditOf(isSales)
  const vat = creditOf(({ account }) => account === accounts.vat)
  return {
    sales,
    vat,
    boxes: [
      { box: '05', label: 'Momspliktig försäljning, exklusive moms', kronor: wholeKronor(sales) },
      { box: '10', label: 'Utgående moms 25 %', kronor: wholeKronor(vat) },
    ],
  }
}

const wholeKronor = (ore: Ore) => Math.trunc(ore / 100) || 0
