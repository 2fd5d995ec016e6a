/** Calendar weeks for charts. Days are text, "2026-11-20"; a week is identified by its Monday. */

const dayMs = 86_400_000

export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/** The Mondays of the last `count` weeks, the present week last. */
export function lastWeeks(today: string, count: number): string[] {
  const monday = new Date(`${mondayOf(today)}T00:00:00Z`).getTime()
  return Array.from({ length: count }, (_, index) =>
    new Date(monday - (count - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  )
}

/** The sum per week; 0 for a week without data. */
export function perWeek(weeks: readonly string[], days: readonly { day: string; count: number }[]): number[] {
  const sums = new Map(weeks.map((week) => [week, 0]))
  for (const { day, count } of days) {
    const week = mondayOf(day)
    const sum = sums.get(week)
    if (sum !== undefined) sums.set(week, sum + count)
  }
  return weeks.map((week) => sums.get(week) ?? 0)
}

/** "v. 47": the ISO week number; week 1 has the year's first Thursday. */
export function weekName(monday: string): string {
  const thursday = new Date(new Date(`${monday}T00:00:00Z`).getTime() + 3 * dayMs)
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return `v. ${Math.floor((thursday.getTime() - newYear) / (7 * dayMs)) + 1}`
}
