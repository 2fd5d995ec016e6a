import type { Ore } from '~/shared/money'
import { type Amount, type ChargeKind, chargeKinds } from './charge'

/**
 * Double entry by the Swedish chart of accounts, booked when money comes (kontantmetoden). Debit is above zero and
 * credit below; every voucher sums to nothing, which the database holds too.
 */
export type Entry = { account: number; amount: Ore }

export const accounts = { card: 1580, bank: 1930, vat: 2611, owedBack: 2890, setAside: 2898, patrols: 4600 } as const

export type PaymentMethod = 'swish' | 'card'

export const methodLabels = { swish: 'Swish', card: 'Kort' } as const satisfies Record<PaymentMethod, string>

const moneyAccount = { swish: accounts.bank, card: accounts.card } as const satisfies Record<PaymentMethod, number>

export function entriesOfPayment(kind: ChargeKind, method: PaymentMethod, { net, vat, gross }: Amount): Entry[] {
  return withSomething([
    { account: moneyAccount[method], amount: gross },
    { account: chargeKinds[kind].account, amount: -net },
    { account: accounts.vat, amount: -vat },
  ])
}

/** A credit note: the income is taken back at once, the money is owed until it has gone. */
export function entriesOfCredit(kind: ChargeKind, { net, vat, gross }: Amount): Entry[] {
  return withSomething([
    { account: accounts.owedBack, amount: -gross },
    { account: chargeKinds[kind].account, amount: net },
    { account: accounts.vat, amount: vat },
  ])
}

/** A fee of two öre has no VAT in it, and an account without a sum is no entry. */
const withSomething = (entries: readonly Entry[]) => entries.filter(({ amount }) => amount !== 0)

export function entriesOfPayout(method: PaymentMethod, gross: Ore): Entry[] {
  return [
    { account: accounts.owedBack, amount: gross },
    { account: moneyAccount[method], amount: -gross },
  ]
}

/**
 * What of a package goes to patrols: a cost, and owed to those who walk until it is paid out. Of a credit note it is
 * below zero, and the other way round.
 */
export function entriesOfPart(amount: Ore): Entry[] {
  if (amount === 0) return []
  return [
    { account: accounts.patrols, amount },
    { account: accounts.setAside, amount: -amount },
  ]
}

export function entriesOfPatrolPayout(amount: Ore): Entry[] {
  return [
    { account: accounts.setAside, amount },
    { account: accounts.bank, amount: -amount },
  ]
}
