import { packageOf } from '~/companies/public'
import type { Ore } from '~/shared/money'
import { firstDay, type Month, monthAfter, nextMonths } from '~/shared/month'
import { daysBetween } from '~/shared/time'

/** The title of every refusal, as the specification words it. */
export const applicationFailed = 'Ett fel uppstod'

export const MONTHS_AHEAD = 12
export const MOST_SEASON_MONTHS = 3
/** The most unpaid applications that a company may have at a time. */
export const MOST_UNPAID = 3

export const messages = {
  noCompany: 'Du måste ha ett registrerat företag för att ansöka',
  terms: 'Du måste godkänna villkoren',
  noMonth: 'Välj en månad',
  taken: 'Den månaden är redan bokad',
  noMonths: 'Välj minst en månad',
  tooMany: `Du kan välja max ${MOST_SEASON_MONTHS} månader`,
  notOffered: `Välj bland de ${MONTHS_AHEAD} månaderna som visas`,
  twice: 'Välj varje månad en gång',
  noTitle: 'Ange en kampanjrubrik',
} as const

/** The months that can be booked: this one and the eleven after it. */
export const monthsOnOffer = (current: Month): Month[] => nextMonths(current, MONTHS_AHEAD)

/** What is left of a month that has begun, since it costs as much as a whole one. Undefined for a whole month. */
export function leftOf(month: Month, today: string): string | undefined {
  if (firstDay(month) >= today) return undefined
  const days = daysBetween(today, firstDay(monthAfter(month)))
  return days === 1 ? '1 dag kvar' : `${days} dagar kvar`
}

/** The months of a form as one text, since form values are texts: "2026-11,2027-01". */
export const splitMonths = (text = ''): string[] => text.split(',').filter((part) => part !== '')

export const seasonTotal = (count: number): Ore => count * packageOf('season').priceOre

/** A campaign lasts from the first chosen month to the last, including any gap between them. */
export function seasonSpan(months: readonly Month[]): { first: Month; last: Month } {
  const [first, ...rest] = [...months].sort()
  if (first === undefined) throw new RangeError('A season has at least one month')
  return { first, last: rest.at(-1) ?? first }
}
