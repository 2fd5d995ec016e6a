import { z } from 'zod'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { type Month, parseMonth } from '~/shared/month'
import type { Outcome } from '~/shared/outcome'
import { applicationFailed, MOST_SEASON_MONTHS, messages, monthsOnOffer, splitMonths } from './application'

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
