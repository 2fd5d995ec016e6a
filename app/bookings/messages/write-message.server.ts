import { mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking } from '../booking-store.server'
import { sideOf } from '../change/act-on-booking.server'
import { tellPages } from '../tell-pages.server'
import { messageForm, whyNotWrite } from './message'
import { countMessages, insertMessage } from './message-store.server'

const failure = 'Meddelandet är inte skickat'

/**
 * One side of a booking writes to the other: `id`, `key` and `message`. The other is told that there is something to read, and
 * reads it where both do: no letter carries the words.
 */
export async function writeMessage(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(values.id)
  if (!id.success) return notThere
  const form = parseForm(messageForm, values, failure)
  if (!form.ok) return form
  const { key, message } = form.value
  const written = await house.db.transaction().execute(async (db): Promise<Outcome<Booking | null> | NotThere> => {
    // Held, so that an account that is being deleted has gone with all of it or has not begun.
    const booking = await lockBooking(db, id.data)
    const by = booking && sideOf(booking, person.id)
    if (!booking || !by) return notThere
    if (!(await mayTry({ ...house, db }, 'booking message', person.id))) {
      return refused(failure, { message: 'Det blev många meddelanden på kort tid. Vänta en stund och försök igen.' })
    }
    const now = house.clock.now()
    const isOtherHere = by === 'member' ? booking.company.ownerId !== null : booking.customer !== null
    const because = whyNotWrite(by, { ...booking, isOtherHere, written: await countMessages(db, id.data) }, now)
    if (because) return refused(failure, { message: because })
    const isNew = await insertMessage(db, { id: key, bookingId: id.data, by, body: message, now })
    if (!isNew) return accepted(null)
    await tellOfBooking(db, house.config.origin, { kind: 'message', by }, booking)
    return accepted(booking)
  })
  if (!written.ok) return written
  if (written.value) tellPages(house, written.value)
  return accepted(null)
}
