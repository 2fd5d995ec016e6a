import { z } from 'zod'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changeBooking } from '../booking-store.server'
import { beginSeries } from '../repeat/begin-series.server'
import { actOnBooking, holdCompany } from './act-on-booking.server'

/** A company says yes to a request: `id`; to all of it, when it repeats. A time that the member has asked for meanwhile is answered by it with no. */
export async function confirmBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'confirm',
    failure: 'Bokningen är inte bekräftad',
    // What repeats takes more of the company's time than this.
    prepare: holdCompany,
    async act({ db, booking, now }) {
      const change = { status: 'confirmed', confirmed_at: now, proposed_at: null, proposed_by: null } as const
      await changeBooking(db, booking.id, change, now)
      const after = { ...booking, status: 'confirmed', confirmedAt: now, proposal: null } as const
      const coming = await beginSeries(db, house.config.origin, after, now)
      return accepted({ event: { kind: 'confirmed' }, after, coming })
    },
  })
}

/** Why, in words for the other side. May be left out. */
export const reasonForm = z.object({
  reason: z
    .string()
    .default('')
    .transform((typed) => typed.replace(/\r\n?/g, '\n').trim())
    .refine((typed) => typed.length <= 500, 'Det får vara högst 500 tecken')
    .transform((typed) => typed || null),
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
    async act({ db, booking, now }) {
      const form = parseForm(reasonForm, values, failure)
      if (!form.ok) return form
      const { reason } = form.value
      const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'company', reason } as const
      await changeBooking(db, booking.id, { ...ended, proposed_at: null, proposed_by: null }, now)
      const after = { ...booking, status: 'cancelled', cancelledBy: 'company', reason, proposal: null } as const
      return accepted({ event: { kind: 'declined' }, after })
    },
  })
}
