/**
 * A calendar month, "2026-11", as used in forms, addresses and rules. The database stores its first day. A string,
 * because browsers have no Temporal yet and this form sorts by time.
 */
export type Month = `${number}-${number}`

const here = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', timeZone: 'Europe/Stockholm' })
const named = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: 'long', timeZone: 'UTC' })

/** The month of a moment, in Stockholm's time zone. */
export function monthOf(moment: Date): Month {
  const formatted = here.formatToParts(moment)
  const part = (type: 'year' | 'month') => Number(formatted.find((one) => one.type === type)?.value)
  return monthFrom(part('year'), part('month') - 1)
}

/**
 * Parses a month. Null if the text is not one ("2026-13", "november", "2026-11-01") or its year is outside 1900 to
 * 2199.
 */
export function parseMonth(text: string): Month | null {
  return /^(19|2[01])\d\d-(0[1-9]|1[0-2])$/.test(text) ? (text as Month) : null
}

/** `count` months, starting with `from` itself. */
export function nextMonths(from: Month, count: number): Month[] {
  const { year, index } = read(from)
  return Array.from({ length: count }, (_, step) => monthFrom(year, index + step))
}

export const monthAfter = (month: Month): Month => nextMonths(month, 2)[1] ?? month

/** "2026-11-01" */
export function firstDay(month: Month): string {
  return `${month}-01`
}

/** "2026-11-30", and "2028-02-29" in a leap year. */
export function lastDay(month: Month): string {
  const { year, index } = read(month)
  // Day 0 of the following month is the last of this one. In UTC, so that DST does not matter.
  return `${month}-${new Date(Date.UTC(year, index + 1, 0)).getUTCDate()}`
}

/** The month of a date from the database: "2026-11-01" is in "2026-11". */
export function monthOfDay(day: string): Month {
  const month = parseMonth(day.slice(0, 7))
  if (month === null) throw new RangeError(`No month in the day ${day}`)
  return month
}

/** "november 2026" */
export function monthName(month: Month): string {
  const { year, index } = read(month)
  return named.format(Date.UTC(year, index))
}

function read(month: Month): { year: number; index: number } {
  return { year: Number(month.slice(0, 4)), index: Number(month.slice(5)) - 1 }
}

/** An index past December rolls over into the next year. */
function monthFrom(year: number, index: number): Month {
  const wholeYears = Math.floor(index / 12)
  const month = String(index - wholeYears * 12 + 1).padStart(2, '0')
  return `${String(year + wholeYears).padStart(4, '0')}-${month}` as Month
}
