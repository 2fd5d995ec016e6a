import { z } from 'zod'
import * as field from '~/shared/fields'

/** Days when a company takes no jobs, such as holidays. `from` and `to` are both inclusive. */
export type ClosedDays = {
  from: string
  to: string
  /** Public, on the company's page. */
  reason: string
  /** Private to the company. */
  note: string
}

/** More periods than anybody plans: a longer list is a mistake or a script. */
export const mostClosedDays = 50

const shortText = field.text(200)

/** `today` and `last` bound the days. An empty last day means a single day. */
export function closedDaysForm(today: string, last: string) {
  return z
    .object({
      from: field.day('Välj den första dagen'),
      to: z.union([z.literal(''), field.day('Välj den sista dagen')]).default(''),
      reason: shortText,
      note: shortText,
    })
    .superRefine(
      ({ from, to: typed }, context) => {
        const to = typed || from
        const wrong = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
        if (from > last) wrong('from', 'Så långt fram går det inte att planera än')
        else if (to < from) wrong('to', 'Den sista dagen är före den första')
        else if (to < today) wrong(to === from ? 'from' : 'to', 'Dagen har redan varit')
        else if (to > last) wrong('to', 'Så långt fram går det inte att planera än')
      },
      field.whenRight('from', 'to'),
    )
    .transform(({ from, to, ...words }): ClosedDays => ({ from, to: to || from, ...words }))
}
