import { z } from 'zod'
import * as field from '~/shared/fields'

/** Days when a company takes no jobs: a holiday, a sick week. The first and the last day count. */
export type ClosedDays = {
  from: string
  to: string
  /** For everybody, on the company's page. */
  reason: string
  /** For the company alone. */
  note: string
}

/** More than anybody plans; a list that long is a mistake or a machine. */
export const mostClosedDays = 50

const shortText = field.text(200)

/** `today` and `last` bound what can be planned. An empty last day means a single day. */
export function closedDaysForm(today: string, last: string) {
  return z
    .object({
      from: field.day('Välj den första dagen'),
      to: z.union([z.literal(''), field.day('Välj den sista dagen')]).default(''),
      reason: shortText,
      note: shortText,
    })
    .transform(({ from, to, ...words }): ClosedDays => ({ from, to: to || from, ...words }))
    .superRefine(({ from, to }, context) => {
      const wrong = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
      if (from > last) wrong('from', 'Så långt fram går det inte att planera än')
      else if (to < from) wrong('to', 'Den sista dagen är före den första')
      else if (to < today) wrong(to === from ? 'from' : 'to', 'Dagen har redan varit')
      else if (to > last) wrong('to', 'Så långt fram går det inte att planera än')
    })
}
