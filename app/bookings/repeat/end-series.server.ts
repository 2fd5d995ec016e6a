import { lockCapacity } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { isLateToCancel, type Side } from '../booking'
import { type Booking, changeBooking, lockBooking, readBooking } from '../booking-store.server'
import { sideOf } from '../change/act-on-booking.server'
import { reasonForm } from '../change/answer-request.server'
import { tellPages } from '../tell-pages.server'
import { changeSeries, readAheadOf, readSeries, type Series } from './series-store.server'
import { tellOfSeries } from './tell-of-series.server'

const failure = 'Det upprepas fortfarande'

/**
 * Either side ends a series: `id` of any of its bookings, and an optional `reason`. Cancels its upcoming bookings,
 * except those that the member could no longer cancel free of charge: they stand, and can be cancelled one by one.
 */
export async function endSeries(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(values.id)
  const form = parseForm(reasonForm, values, failure)
  if (!id.success) return notThere
  const ended = await house.db.transaction().execute(async (db): Promise<Outcome<Booking | null> | NotThere> => {
    const booking = await readBooking(db, id.data)
    const by = booking && sideOf(booking, person.id)
    if (!booking?.seriesId || !by) return notThere
    await lockCapacity(db, booking.company.id)
    const series = await readSeries(db, booking.seriesId)
    if (!series || series.endedAt) return accepted(null)
    if (!form.ok) return form
    if (!series.confirmedAt)
      return refused(failure, { message: 'Företaget har inte svarat än. Avboka förfrågan i stället.' })
    await endWith(db, house.config.origin, series, by, form.value.reason, house.clock.now())
    return accepted(booking)
  })
  if (!ended.ok) return ended
  if (ended.value) tellPages(house, ended.value)
  return accepted(null)
}

/** Ends a series. Precondition: its company is locked. Each side gets a single letter about all its bookings. */
export async function endWith(
  db: Database,
  origin: string,
  series: Series,
  by: Side,
  reason: string | null,
  now: Date,
): Promise<void> {
  const calledOff: Date[] = []
  const left: Date[] = []
  for (const { id } of await readAheadOf(db, series.id, now)) {
    const booking = await lockBooking(db, id)
    if (booking?.status !== 'pending' && booking?.status !== 'confirmed') continue
    if (isLateToCancel(by, booking, now)) {
      left.push(booking.startsAt)
      continue
    }
    const ended = { status: 'cancelled', cancelled_at: now, cancelled_by: by, reason } as const
    await changeBooking(db, id, { ...ended, proposed_at: null, proposed_by: null }, now)
    calledOff.push(booking.startsAt)
  }
  await changeSeries(db, series.id, { ended_at: now, ended_by: by, asked_terms: null })
  await tellOfSeries(db, origin, series, { kind: 'ended', by, reason, calledOff, left })
}

/** Part of deleting an account. Comes before cancelling bookings, so that the worker makes no new ones. */
export async function leaveSeries(
  db: Database,
  origin: string,
  { id, companyId }: { id: string; companyId: string },
  by: Side,
  why: string,
  now: Date,
) {
  await lockCapacity(db, companyId)
  const series = await readSeries(db, id)
  if (series && !series.endedAt) await endWith(db, origin, series, by, why, now)
}
