import { readCompletedIn, readEarnings } from '~/bookings/public.server'
import { readBillingAddresses, requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { firstDay, type Month, monthName, monthOf, monthOfDay, parseMonth } from '~/shared/month'
import { notThere, type ReadBy } from '~/shared/outcome'
import { sumsOf } from './statement'

/** As far back as the law asks books to be kept. */
const yearsBack = 7

/** A company, about itself: the jobs of a month, its sums, and the months there are. */
export async function readStatement({ db, clock, config }: House, signedIn: SignedIn, asked: string | null) {
  const company = await requireOwnCompany(db, signedIn)
  const current = monthOf(clock.now())
  const earliest = `${Number(current.slice(0, 4)) - yearsBack}-01` as Month
  const months = (await readEarnings(db, company.id, firstDay(earliest)))
    .map(({ month }) => monthOfDay(month))
    .toReversed()
  const month = asked === null ? (months[0] ?? current) : parseMonth(asked)
  if (month === null) return notThere
  const jobs = await readCompletedIn(db, company.id, month)
  const buyer = (await readBillingAddresses(db, [company.id], 'look')).get(company.id)
  return {
    month,
    name: monthName(month),
    months: months.map((one) => ({ month: one, name: monthName(one) })),
    jobs,
    sums: sumsOf(jobs),
    company: buyer ?? { name: company.name, orgNumber: company.org_number, address: company.address },
    operator: config.operator,
    writtenAt: clock.now(),
  }
}

export type Statement = ReadBy<typeof readStatement>
