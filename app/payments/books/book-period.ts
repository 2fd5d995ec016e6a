import { firstDay, type Month, monthAfter, monthName, monthOf, nextMonths, parseMonth } from '~/shared/month'

/**
 * An accounting period: a month, a quarter or a year. `code` is how it stands in a URL: "2026-11", "2026-K4", "2026".
 */
export type BookPeriod = {
  code: string
  name: string
  months: Month[]
  /** First day (inclusive) and end day (exclusive). */
  from: string
  until: string
}

export function parseBookPeriod(code: string): BookPeriod | null {
  const month = parseMonth(code)
  if (month) return periodFrom(code, monthName(month), month, 1)
  const [, year, quarter] = /^(\d{4})(?:-K([1-4]))?$/.exec(code) ?? []
  const first = parseMonth(`${year}-${String(quarter ? Number(quarter) * 3 - 2 : 1).padStart(2, '0')}`)
  if (!first) return null
  return quarter ? periodFrom(code, `kvartal ${quarter} ${year}`, first, 3) : periodFrom(code, `${year}`, first, 12)
}

function periodFrom(code: string, name: string, first: Month, count: number): BookPeriod {
  const [after = first] = nextMonths(first, count + 1).slice(-1)
  return { code, name, months: nextMonths(first, count), from: firstDay(first), until: firstDay(after) }
}

/** Every month, quarter and year from the first voucher until now, latest first. */
export function periodsSince(first: Date, now: Date): Record<'months' | 'quarters' | 'years', BookPeriod[]> {
  const [from, to] = [monthOf(first), monthOf(now)]
  const months: Month[] = []
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month)
  const once = (codes: string[]) => [...new Set(codes)].toReversed().flatMap((code) => parseBookPeriod(code) ?? [])
  return {
    months: once(months),
    quarters: once(months.map((month) => `${month.slice(0, 4)}-K${Math.ceil(Number(month.slice(5)) / 3)}`)),
    years: once(months.map((month) => month.slice(0, 4))),
  }
}
