import { readEarnings, readMoneyOfMonth } from '~/bookings/public.server'
import { readBillingAddresses, requireOwnCompany } from '~/companies/public.server'
import { formatReference, readFeeCharge } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { firstDay, type Month, monthName, monthOf, monthOfDay, parseMonth } from '~/shared/month'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatDate } from '~/shared/time'
import { earnedMonths } from './earned-months'
import { type Asked, carriedOre, sumsOf } from './statement'

/** As long as the law requires books to be kept. */
const yearsBack = 7

/** A company reads its statement: a month's jobs, the sums, the charge for the fee, and which months there are. */
export async function readStatement({ db, clock, config }: House, signedIn: SignedIn, asked: string | null) {
  const company = await requireOwnCompany(db, signedIn)
  const current = monthOf(clock.now())
  const earliest = `${Number(current.slice(0, 4)) - yearsBack}-01` as Month
  const earned = (await readEarnings(db, company.id, firstDay(earliest))).map(({ month, ...sums }) => ({
    month: monthOfDay(month),
    ...sums,
  }))
  const months = earned.map(({ month }) => month).toReversed()
  const month = asked === null ? (months[0] ?? current) : parseMonth(asked)
  if (month === null) return notThere
  const jobs = await readMoneyOfMonth(db, company.id, month)
  const charge = await readFeeCharge(db, company.id, firstDay(month))
  const fee: Asked | null = charge
    ? {
        id: charge.id,
        status: charge.status,
        gross: charge.gross,
        due: formatDate(charge.dueOn),
        reference: formatReference(charge.reference),
      }
    : null
  const buyer = (await readBillingAddresses(db, [company.id], 'look')).get(company.id)
  return {
    month,
    name: monthName(month),
    months: months.map((one) => ({ month: one, name: monthName(one) })),
    year: earnedMonths(earned, current),
    jobs,
    sums: sumsOf(jobs),
    fee: fee && { ...fee, carriedOre: carriedOre(jobs, fee) },
    isOver: month < current,
    company: buyer ?? { name: company.name, orgNumber: company.org_number, address: company.address },
    operator: config.operator,
    writtenAt: clock.now(),
  }
}

export type Statement = ReadBy<typeof readStatement>
