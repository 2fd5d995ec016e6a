import { type Month, monthName, nextMonths } from '~/shared/month'

const monthsShown = 12
const fewestShown = 6

type Earned = { month: Month; completed: number; customerPaysOre: number; feeOre: number; providerGetsOre: number }

/** What a company has earned after the fee, in this month and the eleven before it, newest first. */
export function earnedMonths(earned: readonly Earned[], current: Month) {
  const yearBefore = `${Number(current.slice(0, 4)) - 1}-${current.slice(5)}` as Month
  const shown = nextMonths(yearBefore, monthsShown + 1).slice(1)
  const months = shown.map((month) => {
    const row = earned.find((one) => one.month === month)
    return {
      month,
      name: monthName(month),
      isNow: month === current,
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

/** Leaves out the empty months before a new company's first job, but keeps at least `fewestShown`. */
function worthShowing<One extends { feeOre: number; jobs: number }>(months: readonly One[]): One[] {
  const first = months.findIndex(({ jobs, feeOre }) => jobs > 0 || feeOre !== 0)
  return months.slice(Math.min(first === -1 ? months.length : first, months.length - fewestShown))
}
