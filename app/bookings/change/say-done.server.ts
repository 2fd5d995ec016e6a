import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type NotThere, type Outcome } from '~/shared/outcome'
import type { Said } from '../booking'
import { markSaid } from '../booking-store.server'
import { actOnBooking } from './act-on-booking.server'

type Values = Record<string, string>

/** A company has done the job: `id`. It counts a minute later (count-said.server.ts), and until then nobody is told. */
export const sayDone = (house: House, signedIn: SignedIn, values: Values) => say(house, signedIn, values, 'complete')

/** A company was there and the member was not: `id`. In the same way. */
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

/** 'Ångra', as long as it has not counted: `id`. The booking goes on as it was. */
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
