import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { earnForBooking } from '~/points/public.server'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import { changeBooking } from '../booking-store.server'
import { actOnBooking } from './act-on-booking.server'

/** A company has done the job: `id`. The member's points come with it or not at all. */
export async function completeBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'complete',
    failure: 'Bokningen är inte markerad',
    async act({ db, booking, now }) {
      const change = { status: 'completed', completed_at: now, proposed_at: null, proposed_by: null } as const
      await changeBooking(db, booking.id, change, now)
      await earnForBooking(db, {
        id: booking.id,
        customerId: booking.customer?.id ?? null,
        companyId: booking.company.id,
        customerPaysOre: booking.customerPaysOre,
        serviceTitle: booking.serviceTitle,
        completedAt: now,
      })
      const after = { ...booking, status: 'completed', proposal: null } as const
      return accepted({ event: { kind: 'completed' }, after: [after] })
    },
  })
}

/** A company was there and the member was not: `id`. Gives nobody points. */
export async function markNoShow(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'mark as no-show',
    failure: 'Bokningen är inte markerad',
    async act({ db, booking, now }) {
      const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: 'company', no_show: true } as const
      await changeBooking(db, booking.id, { ...ended, proposed_at: null, proposed_by: null }, now)
      const after = { ...booking, status: 'cancelled', cancelledBy: 'company', noShow: true, proposal: null } as const
      return accepted({ event: { kind: 'no-show' }, after: [after] })
    },
  })
}
