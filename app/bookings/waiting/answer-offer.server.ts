import { z } from 'zod'
import { lockCapacity } from '~/companies/public.server'
import { onlyMember } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { afterDatabaseError, bookIn, type Requested, standing } from '../book/request-booking.server'
import { readByKey } from '../booking-store.server'
import { tellPages } from '../tell-pages.server'
import { answerOffer, endWait, readCompanyOfWait, readOffer } from './wait-store.server'

const failure = 'Tiden är inte bokad'
const tooLate = 'Tiden hålls inte för dig längre. Blir en annan ledig frågar vi igen.'

const takeForm = z.object({
  id: anId(),
  /** The terms that the page showed (book/seen-terms.ts). */
  seen: z.string().max(40).default(''),
  address: field.text(300).transform((text) => text || null),
})

/**
 * A member accepts an offered time: `id`, `seen`, and `address` if the job is done at their home. Booked by the same
 * rules as any other request. The offer's id is the idempotency key, so a second press returns the same booking.
 */
export async function takeOfferedTime(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<{ id: string }> | NotThere> {
  onlyMember(signedIn)
  const { person } = signedIn
  if (!anId().safeParse(values.id).success) return notThere
  const form = parseForm(takeForm, values, failure)
  if (!form.ok) return form
  const { id, seen, address } = form.value
  const taken = await house.db
    .transaction()
    .execute(async (db): Promise<Outcome<Requested>> => {
      const companyId = (await readOffer(db, id, person.id))?.companyId
      if (companyId) await lockCapacity(db, companyId)
      const offer = await readOffer(db, id, person.id)
      const earlier = offer ? null : standing(await readByKey(db, id, person.id))
      if (earlier) return earlier
      if (!offer || offer.answer || offer.until <= house.clock.now()) return refused(failure, { message: tooLate })
      const { serviceId: service, startsAt } = offer
      const once = { also: [], weeks: undefined, holidays: false, days: '' }
      const asked = { seen, address, phone: null, note: '', early: true, ...once }
      return bookIn(db, house, person, { key: id, service, start: startsAt.getTime(), ...asked }, id)
    })
    .catch((error) => afterDatabaseError(error, house.db, id, person.id))
  if (!taken.ok) {
    // This form has no field for the time, so an error in it becomes the message of the form.
    const { start, ...fields } = taken.fields
    return refused(failure, { message: start ?? taken.message, fields })
  }
  const { id: bookingId, booking } = taken.value
  if (booking) tellPages(house, booking)
  return accepted({ id: bookingId })
}

/** Declines an offered time: `id`. The member stays on the list, and the time is offered to the next in line. */
export function declineOfferedTime(house: House, { person }: SignedIn, values: Record<string, string>) {
  return letGo(house, values.id, async (db, id) => {
    const offer = await readOffer(db, id, person.id)
    if (!offer) return undefined
    await lockCapacity(db, offer.companyId)
    await answerOffer(db, offer.id, 'declined')
    return offer.companyId
  })
}

/** Leaves the waiting list: `id` of the wait. A time held for the member is freed. */
export function leaveWait(house: House, { person }: SignedIn, values: Record<string, string>) {
  return letGo(house, values.id, async (db, id) => {
    const companyId = await readCompanyOfWait(db, id, person.id)
    if (!companyId) return undefined
    await lockCapacity(db, companyId)
    await endWait(db, id)
    return companyId
  })
}

/**
 * Idempotent: an id that is unknown, already gone or somebody else's is answered with success, too. `how` returns the
 * company whose page has to be refreshed.
 */
async function letGo(
  house: House,
  asked: string | undefined,
  how: (db: Database, id: string) => Promise<string | undefined>,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(asked)
  if (!id.success) return notThere
  const companyId = await house.db.transaction().execute((db) => how(db, id.data))
  house.wake('waiting list')
  if (companyId) house.live.tell({ to: [`company:${companyId}`], about: 'bookings' })
  return accepted(null)
}
