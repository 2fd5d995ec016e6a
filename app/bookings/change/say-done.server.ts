import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import type { Said } from '../booking'
import { markSaid } from '../booking-store.server'
import { actOnBooking } from './act-on-booking.server'

type Values = Record<string, string>

/** A company says that a job is done: `id`. Nobody is told until it takes effect (count-said.server.ts). */
export const sayDone = (house: House, signedIn: SignedIn, values: Values) => say(house, signedIn, values, 'complete')

/** A company says that the customer did not come: `id`. Takes effect in the same way. */
export const sayNoShow = (house: House, signedIn: SignedIn, values: Values) =>
  say(house, signedIn, values, 'mark as no-show')

function say(house: House, signedIn: SignedIn, { id }: Values, deed: Said['deed']): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, id, {
    deed,
    failure: 'Bokningen är inte markerad',
    async act({ db, booking, now }) {
      const said = { deed, at: now }
      await markSaid(db, booking.id, said)
      return accepted({ event: null, after: [{ ...booking, said }] })
    },
  })
}

/** Undo, until it has taken effect: `id`. The booking stays confirmed. */
export function takeBack(house: House, signedIn: SignedIn, { id }: Values): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, id, {
    deed: 'take back',
    failure: 'Det gick inte att ångra',
    async act({ db, booking }) {
      await markSaid(db, booking.id, null)
      return accepted({ event: null, after: [{ ...booking, said: null }] })
    },
  })
}
