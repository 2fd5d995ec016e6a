import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changeBookings } from '../booking-store.server'
import { beginSeries } from '../repeat/begin-series.server'
import { actOnBooking, each } from './act-on-booking.server'

/**
 * A company accepts a request: `id`. Confirms the whole visit, and begins the series if it repeats. A different time
 * that the member has proposed meanwhile is dropped.
 */
export async function confirmBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'confirm',
    failure: 'Bokningen är inte bekräftad',
    // Locks the company, since beginning a series books more of its time.
    holdsCompany: true,
    async act({ db, parts, now }) {
      const dropped = parts[0].proposal && ({ proposed_at: null, proposed_by: null, dropped_by: 'company' } as const)
      const change = { status: 'confirmed', confirmed_at: now, ...dropped } as const
      await changeBookings(db, parts, change, now)
      const after = each(parts, (one) => ({ ...one, status: 'confirmed', confirmedAt: now, proposal: null }))
      const coming = await beginSeries(db, house.config.origin, after[0], now)
      const about = parts[0].proposal?.by === 'member' ? [notTheWishedTime, ...coming] : coming
      return accepted({ event: { kind: 'confirmed' }, after, coming: about })
    },
  })
}

/** To a member whose own proposal of another time ends with the yes to the first. */
const notTheWishedTime = 'Tiden som du föreslog i stället blev det inte: den du först bad om gäller.'

/** An optional reason, in words for the other side. */
export const reasonForm = z.object({
  reason: field.text(500).transform((typed) => typed || null),
})

/** A company declines a request: `id` and an optional `reason`. */
export async function declineBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const failure = 'Bokningen är inte avböjd'
  return actOnBooking(house, signedIn, values.id, {
    deed: 'decline',
    failure,
    async act({ db, parts, now }) {
      const form = parseForm(reasonForm, values, failure)
      if (!form.ok) return form
      const { reason } = form.value
      const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'company', reason } as const
      await changeBookings(db, parts, { ...ended, proposed_at: null, proposed_by: null }, now)
      const after = each(parts, (one) => ({
        ...one,
        status: 'cancelled',
        cancelledBy: 'company',
        reason,
        proposal: null,
      }))
      return accepted({ event: { kind: 'declined' }, after })
    },
  })
}
