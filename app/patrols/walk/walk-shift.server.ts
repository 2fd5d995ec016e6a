import { z } from 'zod'
import { type Guard, stayOnDuty } from '~/guards/public.server'
import type { House } from '~/platform/house.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { momentOfStop, whyNotCheckIn, whyNotLetOut } from '../shift'
import {
  beginWalk,
  endWalk,
  insertStop,
  lockShiftOf,
  lockSponsorStop,
  markSponsorStop,
  readSponsorOf,
  readWalks,
} from './walk-store.server'

/** A guard's actions on a shift of their own company. Another company's shift is answered as not found. */

const uuid = anId()

/** Rejects malformed ids before the database is queried. */
const idFrom = (text: string | undefined): string | null => uuid.safeParse(text).data ?? null

/** Checks the guard in, and puts them on duty at least until the end of the shift. */
export async function checkIn(
  house: House,
  guard: Guard,
  shiftId: string | undefined,
): Promise<Outcome<null> | NotThere> {
  const id = idFrom(shiftId)
  if (id === null) return notThere
  const failure = 'Du är inte incheckad'
  const now = house.clock.now()
  return house.db
    .transaction()
    .execute(async (db) => {
      const shift = await lockShiftOf(db, guard.companyId, id)
      if (!shift) return notThere
      const why = whyNotCheckIn(shift, now) ?? whyNotLetOut({ isCalled: guard.isCalled, isFromAround: shift.mayWalk })
      if (why) return refused(failure, { message: why })
      await beginWalk(db, shift.id, guard.id, now)
      await stayOnDuty(db, guard.id, shift.endsAt, now)
      return accepted(shift.postcode)
    })
    .then((done) => told(house, guard, done))
}

/** Checks the guard out. */
export async function checkOut(
  house: House,
  guard: Guard,
  shiftId: string | undefined,
): Promise<Outcome<null> | NotThere> {
  const id = idFrom(shiftId)
  if (id === null) return notThere
  const now = house.clock.now()
  return house.db
    .transaction()
    .execute(async (db) => {
      const shift = await lockShiftOf(db, guard.companyId, id)
      if (!shift) return notThere
      await endWalk(db, shift.id, guard.id, now)
      return accepted(shift.postcode)
    })
    .then((done) => told(house, guard, done))
}

const longestNote = 500
/**
 * For the phone, which keeps a stop and empties its form before the server has answered: a longer note must not get that
 * far.
 */
export const noteLimit = { longest: longestNote, tooLong: field.tooLong(longestNote, 'Anteckningen') }

const stopForm = z.object({
  key: anId(),
  // Pasted control characters are removed, not refused: the phone drops a stop that is refused.
  note: z.preprocess(
    (typed) => (typeof typed === 'string' ? typed.replace(/(?![\n\r\t])\p{Cc}/gu, '') : typed),
    field.text(longestNote),
  ),
  /** Seconds that the stop waited on the phone for a connection. */
  waited: z.coerce.number().int().min(0).catch(0),
  sponsorStop: anId().optional().catch(undefined),
})

/**
 * Records a stop. The form's key is an idempotency key; `waited` dates a stop that was made offline. Also carries out a
 * sponsor's extra stop, if named.
 */
export async function logStop(
  house: House,
  guard: Guard,
  shiftId: string | undefined,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const id = idFrom(shiftId)
  if (id === null) return notThere
  const failure = 'Stoppet är inte sparat'
  const form = parseForm(stopForm, values, failure)
  if (!form.ok) return form.fields.key ? refused(failure, { message: 'Ladda om sidan och försök igen.' }) : form
  const { key, note, waited, sponsorStop } = form.value
  const now = house.clock.now()
  const noted = await house.db.transaction().execute(async (db) => {
    const shift = await lockShiftOf(db, guard.companyId, id)
    if (!shift) return notThere
    const [walk] = (await readWalks(db, shift.id, guard.id)).slice(-1)
    if (!walk) return refused(failure, { message: 'Checka in på passet först.' })
    const stoppedAt = momentOfStop(shift, waited, now)
    if (!stoppedAt) return refused(failure, { message: 'Ett stopp måste ligga inom passet, och sparas inom en vecka.' })

    const paid = sponsorStop === undefined ? null : await lockSponsorStop(db, shift.id, sponsorStop)
    if (paid === undefined) return refused(failure, { message: 'Det extra stoppet gäller inte längre.' })
    // Pressed twice, or sent again from another page.
    if (paid?.stopId) return accepted(shift.postcode)
    const stopId = await insertStop(db, { key, shiftId: shift.id, guardId: guard.id, stoppedAt, note, now })
    if (!stopId) return notThere
    if (paid) await markSponsorStop(db, paid.id, stopId)
    return accepted(shift.postcode)
  })
  if (noted.ok && sponsorStop) {
    const sponsor = await readSponsorOf(house.db, sponsorStop)
    if (sponsor) house.live.tell({ to: [`company:${sponsor}`], about: 'patrols' })
  }
  return told(house, guard, noted)
}

/** After the commit: live update of open pages about this postcode. */
function told(house: House, guard: Guard, done: Outcome<string> | NotThere): Outcome<null> | NotThere {
  if (!done.ok) return done
  house.live.tell({ to: [`postcode:${done.value}`, `company:${guard.companyId}`, 'admin'], about: 'patrols' })
  return accepted(null)
}
