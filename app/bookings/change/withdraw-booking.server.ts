import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { withdrawalFailed } from '~/shared/withdrawal/withdrawal'
import { withdrawalForm } from '~/shared/withdrawal/withdrawal-form'
import { changeBooking } from '../booking-store.server'
import { keepRest } from '../visit/keep-rest.server'
import { dueWhenWithdrawn } from '../withdrawal'
import { actOnBooking } from './act-on-booking.server'

/**
 * A member uses the statutory right to withdraw within fourteen days of the company's yes: `id` and `sure` = 'on'.
 * Independent of the rule of cancelling: only the completed share of a job that began at their express wish is to be
 * paid.
 */
export async function withdrawBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'withdraw',
    failure: withdrawalFailed,
    async act({ db, booking, visit, now }) {
      const form = parseForm(withdrawalForm, values, withdrawalFailed)
      if (!form.ok) return form
      const dueOre = dueWhenWithdrawn(booking, booking.customerPaysOre, now)
      const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'member' } as const
      const dropped = { proposed_at: null, proposed_by: null }
      await changeBooking(
        db,
        booking.id,
        { ...ended, ...dropped, withdrawn_at: now, withdrawal_due_cents: dueOre },
        now,
      )
      const coming = await keepRest(db, visit, [booking])
      const withdrawal = { at: now, dueOre }
      const after = { ...booking, status: 'cancelled', cancelledBy: 'member', proposal: null, withdrawal } as const
      return accepted({ event: { kind: 'withdrawn' }, after: [after], coming })
    },
  })
}
