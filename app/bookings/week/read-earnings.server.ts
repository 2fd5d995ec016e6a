import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { firstDay, type Month, monthName, monthOf, monthOfDay, nextMonths } from '~/shared/month'
import { readEarnings } from '../diaries/diary-store.server'

const monthsShown = 12
const fewestShown = 6

export type EarnedMonth = {
  month: Month
  name: string
  isNow: boolean
  jobs: number
  customerPaysOre: number
  feeOre: number
  providerGetsOre: number
}

/** What a company has earned after commission, this month and the eleven before it, newest first. */
export async function readCompanyEarnings({ db, clock }: Pick<House, 'db' | 'clock'>, signedIn: SignedIn) {
  const company = await requireOwnCompany(db, signedIn)
  const now = monthOf(clock.now())
  const yearBefore = `${Number(now.slice(0, 4)) - 1}-${now.slice(5)}` as Month
  const shown = nextMonths(yearBefore, monthsShown + 1).slice(1)
  const rows = await readEarnings(db, company.id, firstDay(shown[0] ?? now))
  const byMonth = new Map(rows.map((row) => [monthOfDay(row.month), row]))
  const months = shown.map((month): EarnedMonth => {
    const row = byMonth.get(month)
    return {
      month,
      name: monthName(month),
      isNow: month === now,
      jobs: row?.completed ?? 0,
      customerPaysOre: row?.customerPaysOre ?? 0,
      feeOre: row?.feeOre ?? 0,
      providerGetsOre: row?.providerGetsOre ?? 0,
    }
  })
  return {
    months: worthShowing(months).toReversed(),
    total: months.reduce((sum, { providerGetsOre }) => sum + providerGetsOre, 0),
  }
}

/** A company that is new has no long row of months with nothing in them. */
function worthShowing(months: readonly EarnedMonth[]): EarnedMonth[] {
  const first = months.findIndex(({ jobs }) => jobs > 0)
  return months.slice(Math.min(first === -1 ? months.length : first, months.length - fewestShown))
}
