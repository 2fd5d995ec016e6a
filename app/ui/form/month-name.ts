const names = [
  'januari',
  'februari',
  'mars',
  'april',
  'maj',
  'juni',
  'juli',
  'augusti',
  'september',
  'oktober',
  'november',
  'december',
] as const

/** "2026-08" and "2026-08-01" are augusti 2026. A table, because a formatter per month costs more than the page. */
export function monthName(value: string): { month: string; year: string } {
  const [year = '', month = ''] = value.split('-')
  return { month: names[Number(month) - 1] ?? value, year }
}
