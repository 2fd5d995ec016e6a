import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changeBookings } from '../booking-store.server'
import { beginSeries } from '../repeat/begin-series.server'
import { actOnBooking, each } from './act-on-booking.server'

/** A company says yes to a request: `id`; to all of it, when it repeats or is a visit of several services. A time that the member has asked for meanwhile is answered by it with no. */
export async function confirmBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'confirm',
    failure: 'Bokningen är inte bekräftad',
    // What repeats takes more of the company's time than this.
    holdsCompany: true,
    async act({ db, parts, now }) {
      const change = { status: 'confirmed', confirmed_at: now, proposed_at: null, proposed_by: null } as const
      await changeBookings(db, parts, change, now)
      const after = each(parts, (one) => ({ ...one, status: 'confirmed', confirmedAt: now, proposal: null }))
      const coming = await beginSeries(db, house.config.origin, after[0], now)
      return accepted({ event: { kind: 'confirmed' }, after, coming })
    },
  })
}

/** Why, in words for the other side. May be left out. */
export const reasonForm = z.object({
  reason: field.text(500).transform((typed) => typed || null),
})

/** A company says no to a request: `id`, and a `reason` if it likes. */
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
