import type { Ore } from '~/shared/money'
import { type Amount, type ChargeKind, chargeKinds } from './charge'

/**
 * Double-entry bookkeeping by the Swedish chart of accounts, on a cash basis (kontantmetoden). Debit is positive,
 * credit negative. Every voucher sums to zero, which the database enforces too.
 */
export type Entry = { account: number; amount: Ore }

export const accounts = { card: 1580, bank: 1930, vat: 2611, owedBack: 2890, setAside: 2898, patrols: 4600 } as const

export type PaymentMethod = 'swish' | 'card'

/** As they stand after "med" and "genom". */
export const methodLabels = { swish: 'Swish', card: 'kort' } as const satisfies Record<PaymentMethod, string>

const moneyAccount = { swish: accounts.bank, card: accounts.card } as const satisfies Record<PaymentMethod, number>

export function entriesOfPayment(kind: ChargeKind, method: PaymentMethod, { net, vat, gross }: Amount): Entry[] {
  return withSomething([
    { account: moneyAccount[method], amount: gross },
    { account: chargeKinds[kind].account, amount: -net },
    { account: accounts.vat, amount: -vat },
  ])
}

/** Entries of a credit note: the income is reversed at once, and the refund is owed until it is paid out. */
export function entriesOfCredit(kind: ChargeKind, { net, vat, gross }: Amount): Entry[] {
  return withSomething([
    { account: accounts.owedBack, amount: -gross },
    { account: chargeKinds[kind].account, amount: net },
    { account: accounts.vat, amount: vat },
  ])
}

/** Drops entries of zero: a fee of two öre has no VAT, for example. */
const withSomething = (entries: readonly Entry[]) => entries.filter(({ amount }) => amount !== 0)

export function entriesOfPayout(method: PaymentMethod, gross: Ore): Entry[] {
  return [
    { account: accounts.owedBack, amount: gross },
    { account: moneyAccount[method], amount: -gross },
  ]
}

/**
 * Entries of the patrol part: a cost, and a debt to those who walk until it is paid out. Negative for a credit note,
 * with the signs reversed.
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
