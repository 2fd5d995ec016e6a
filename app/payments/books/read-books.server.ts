import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { inKronor } from '~/shared/money'
import { firstDay, monthName, monthOf, monthOfDay } from '~/shared/month'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatSum } from '../charge'
import { parseBookPeriod, periodsSince } from './book-period'
import { readFirstVoucherAt, sumAccounts } from './books-store.server'
import { type AccountSum, vatReturnOf } from './vat-return'

/** An admin reads the account sums of a period and the boxes of its VAT return. */
export async function readBooks({ db, clock }: House, signedIn: SignedIn, asked: string | null) {
  onlyAdmin(signedIn)
  const now = clock.now()
  const period = parseBookPeriod(asked ?? monthOf(now))
  if (!period) return notThere
  const sums = await sumAccounts(db, period)
  const whole = vatReturnOf(sums)
  const since = periodsSince((await readFirstVoucherAt(db)) ?? now, now)
  const choices = [...since.years, ...since.quarters, ...since.months].map(({ code, name }) => ({
    value: code,
    label: name,
  }))
  return {
    code: period.code,
    name: period.name,
    choices: choices.some(({ value }) => value === period.code)
      ? choices
      : [{ value: period.code, label: period.name }, ...choices],
    isOver: period.until <= firstDay(monthOf(now)),
    boxes: whole.boxes.map(({ box, label, kronor }) => ({ id: box, box, label, sum: formatKronor(kronor) })),
    sales: formatSum(whole.sales),
    vat: formatSum(whole.vat),
    months: [...new Set(sums.map(({ month }) => month))].map((month) => {
      const { sales, vat } = vatReturnOf(sums.filter((one) => one.month === month))
      return { id: month, month: monthName(monthOfDay(month)), sales: formatSum(sales), vat: formatSum(vat) }
    }),
    accounts: accountsOf(sums).map(({ account, name, amount }) => ({
      id: account,
      account: `${account} ${name}`,
      sum: formatSum(amount),
    })),
  }
}

export type Books = ReadBy<typeof readBooks>

const kronor = new Intl.NumberFormat('sv-SE')
const formatKronor = (sum: number) => inKronor(kronor.format(sum))

function accountsOf(sums: readonly AccountSum[]): AccountSum[] {
  const totals = new Map<number, AccountSum>()
  for (const { account, name, amount } of sums) {
    totals.set(account, { account, name, amount: amount + (totals.get(account)?.amount ?? 0) })
  }
  return [...totals.values()].sort((a, b) => a.account - b.account)
}
