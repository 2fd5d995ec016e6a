import { mayTry } from '~/door/attempts.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { answersFor, otherSide } from '../booking'
import { tellOfBooking } from '../booking-messages.server'
import { type Booking, lockBooking } from '../booking-store.server'
import { sideOf, withOthers } from '../change/act-on-booking.server'
import { tellPages } from '../tell-pages.server'
import { readPlaceOf, readVisit } from '../visit/visit-store.server'
import { whyNotWrite } from './message'
import { messageForm } from './message-form'
import { countMessages, insertMessage, readEndOf, threadOf } from './message-store.server'

const failure = 'Meddelandet är inte skickat'

/**
 * One side of a booking writes to the other: `id`, `key` and `message`. Idempotent by `key`. Of a visit, the message is
 * about the whole. The letter to the other side says only that there is a message, never its text.
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
    const place = await readPlaceOf(db, id.data)
    if (!place) return notThere
    // Locks the booking against a race with the deletion of an account: the message is either deleted with it or never
    // written. Of a visit this is the first booking, to which all messages belong.
    const held = await lockBooking(db, threadOf(place))
    const by = held && sideOf(held, person.id)
    if (!held || !by) return notThere
    if (!(await mayTry({ ...house, db }, 'booking message', person.id))) {
      return refused(failure, { message: 'Det blev många meddelanden på kort tid. Vänta en stund och försök igen.' })
    }
    const now = house.clock.now()
    const isOtherHere = by === 'member' ? held.company.ownerId !== null : held.customer !== null
    const otherAnswers = answersFor(otherSide(by), held)
    const [endsAt, written] = [await readEndOf(db, place), await countMessages(db, place)]
    const so = { endsAt, isOtherHere, otherAnswers, written }
    const because = whyNotWrite(by, so, now)
    if (because) return refused(failure, { message: because })
    const isNew = await insertMessage(db, { id: key, bookingId: held.id, by, body: message, now })
    if (!isNew) return accepted(null)
    const visit = await readVisit(db, place)
    const booking = visit.find((one) => one.id === place.id) ?? held
    // For a visit, the letter names the services in the same state as this booking.
    const parts = withOthers(booking, visit, ({ status }) => status === booking.status)
    await tellOfBooking(db, { origin: house.config.origin, now }, { kind: 'message', by }, parts)
    return accepted(booking)
  })
  if (!written.ok) return written
  if (written.value) tellPages(house, written.value)
  return accepted(null)
}
