/** A calendar date such as "2026-12-24" has no time zone. Formatted as UTC, so that it never shifts by a day. */
const day = new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayOfYear = new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** "24 december 2026" */
export const formatDate = (date: string) => day.format(new Date(date))

/** "24 december – 6 januari 2027", "24–26 december 2026", "24 december 2026" */
export function formatPeriod(from: string, to: string): string {
  if (from === to) return formatDate(to)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${formatDate(to)}`
  return `${dayOfYear.format(new Date(from))} – ${formatDate(to)}`
}
