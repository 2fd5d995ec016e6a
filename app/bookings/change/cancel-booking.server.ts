import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { seenTerms } from '../book/seen-terms'
import { isLateToCancel, mayDo } from '../booking'
import { type Booking, changeBookings } from '../booking-store.server'
import { readOffered } from '../repeat/go-on.server'
import { readAheadOf, readSeries } from '../repeat/series-store.server'
import { keepRest } from '../visit/keep-rest.server'
import { actOnBooking, each, withOthers } from './act-on-booking.server'
import { reasonForm } from './answer-request.server'

const failure = 'Bokningen är inte avbokad'

/** Shown at the checkbox `understood`: nobody is charged for a late cancellation without a warning. */
export const lateNotice =
  'Tiden för att avboka utan kostnad har gått ut, så företaget kan ta betalt för tiden. Kryssa i rutan om du vill avboka ändå.'

/**
 * Either side cancels: `id`, an optional `reason`, and `understood` = 'on' if it is late. Of a visit only this booking
 * is cancelled and the others stand, unless `whole` = 'on'.
 */
export async function cancelBooking(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  return actOnBooking(house, signedIn, values.id, {
    deed: 'cancel',
    failure,
    async act({ db, booking, visit, by, now }) {
      const form = parseForm(reasonForm, values, failure)
      if (!form.ok) return form
      const isWhole = values.whole === 'on'
      const parts = withOthers(booking, visit, (other) => isWhole && mayDo('cancel', by, other, now).may)
      const late = parts.some((one) => isLateToCancel(by, one, now))
      if (late && values.understood !== 'on') return refused(failure, { fields: { understood: lateNotice } })
      const { reason } = form.value
      const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: by, reason } as const
      await changeBookings(db, parts, { ...ended, proposed_at: null, proposed_by: null }, now)
      const coming = [...(await keepRest(db, visit, parts)), ...(await restOfSeries(db, booking, now))]
      const after = each(parts, (one) => ({ ...one, status: 'cancelled', cancelledBy: by, reason, proposal: null }))
      return accepted({ event: { kind: 'cancelled', by, late }, after, coming })
    },
  })
}

/** A sentence for the letters: whether a series goes on after this time, as far as it is known now. */
async function restOfSeries(db: Database, { seriesId }: Booking, now: Date): Promise<string[]> {
  const series = seriesId === null ? undefined : await readSeries(db, seriesId)
  if (!series?.confirmedAt || series.endedAt) return []
  const offered = await readOffered(db, series, now)
  // A service that cannot be booked, or by terms that the member has not agreed to, is booked no more (`goOn`).
  if (offered && seenTerms(offered.terms) === series.terms) {
    return ['Bara den här gången är avbokad. Det som upprepas fortsätter.']
  }
  const isRestBooked = (await readAheadOf(db, series.id, now)).length > 0
  return isRestBooked ? ['Bara den här gången är avbokad. Det andra som är bokat gäller som förut.'] : []
}
