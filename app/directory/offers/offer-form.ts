import { z } from 'zod'
import * as field from '~/shared/fields'

/** Limit of planned and running offers; nobody reads more. */
export const mostOffers = 20

/** `today` and `last` bound the dates that can be chosen. */
export function offerForm(today: string, last: string) {
  return z
    .object({
      title: field.line('Ge erbjudandet en rubrik', 120),
      description: field.text(2000),
      from: field.day('Välj från vilken dag det gäller'),
      to: field.day('Välj till vilken dag det gäller'),
    })
    .superRefine(
      ({ from, to }, context) => {
        const wrong = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
        if (from < today) wrong('from', 'Dagen har redan varit. Välj i dag eller senare.')
        else if (from > last) wrong('from', 'Så långt fram går det inte att planera än')
        if (to < from) wrong('to', 'Den sista dagen är före den första')
        else if (to > last) wrong('to', 'Så långt fram går det inte att planera än')
      },
      field.whenRight('from', 'to'),
    )
}

export type OfferForm = z.output<ReturnType<typeof offerForm>>

export type OfferState = 'waiting' | 'planned' | 'running' | 'over' | 'ended'

/** The state of an offer on a given day. */
export function offerState(
  offer: { valid_from: string; valid_to: string; is_active: boolean; is_paid: boolean },
  today: string,
): OfferState {
  if (!offer.is_active) return 'ended'
  if (offer.valid_to < today) return 'over'
  // A season campaign that is not paid for: not shown yet.
  if (!offer.is_paid) return 'waiting'
  return offer.valid_from > today ? 'planned' : 'running'
}
