import { z } from 'zod'
import { packageOf } from '~/companies/public'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import type { Ore } from '~/shared/money'
import { type Month, nextMonths, parseMonth } from '~/shared/month'
import type { Outcome } from '~/shared/outcome'

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

export const sponsorMonth = (current: Month) =>
  z.string({ error: messages.noMonth }).min(1, messages.noMonth).transform(offered(current))

export const seasonMonths = (current: Month) =>
  z
    .string()
    .default('')
    .transform(splitMonths)
    .refine((chosen) => chosen.length > 0, messages.noMonths)
    .refine((chosen) => new Set(chosen).size === chosen.length, messages.twice)
    .refine((chosen) => chosen.length <= MOST_SEASON_MONTHS, messages.tooMany)
    .transform((chosen, context) => chosen.map((text) => offered(current)(text, context)).sort())

export const campaignFields = {
  title: field.line(messages.noTitle, 120),
  description: field.text(2000),
}

export type SponsorApplication = { month: Month }

export function parseSponsorApplication(values: Record<string, string>, current: Month): Outcome<SponsorApplication> {
  const form = z.object({
    month: sponsorMonth(current),
    terms: field.ticked(messages.terms),
  })
  return parseForm(form, values, applicationFailed)
}

export type SeasonApplication = { months: Month[]; title: string; description: string }

/** The months of a form as one text, since form values are texts: "2026-11,2027-01". */
export const splitMonths = (text = ''): string[] => text.split(',').filter((part) => part !== '')

export function parseSeasonApplication(values: Record<string, string>, current: Month): Outcome<SeasonApplication> {
  const form = z.object({
    months: seasonMonths(current),
    ...campaignFields,
    terms: field.ticked(messages.terms),
  })
  return parseForm(form, values, applicationFailed)
}

/** Accepts only a month on offer: not a past one, one of another year, or no month at all. */
function offered(current: Month) {
  return (text: string, context: { addIssue(message: string): void }): Month => {
    const month = parseMonth(text)
    if (month && monthsOnOffer(current).includes(month)) return month
    context.addIssue(messages.notOffered)
    return z.NEVER
  }
}

export const seasonTotal = (count: number): Ore => count * packageOf('season').priceOre

/** A campaign lasts from the first chosen month to the last, including any gap between them. */
export function seasonSpan(months: readonly Month[]): { first: Month; last: Month } {
  const [first, ...rest] = [...months].sort()
  if (first === undefined) throw new RangeError('A season has at least one month')
  return { first, last: rest.at(-1) ?? first }
}
