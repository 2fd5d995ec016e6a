import { lockCapacity } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome, refused } from '~/shared/outcome'
import { changedSince, seenTerms } from '../book/seen-terms'
import { type Booking, readBooking } from '../booking-store.server'
import { tellPages } from '../tell-pages.server'
import { goOn, readOffered } from './go-on.server'
import type { SeriesEvent } from './series-letters'
import { changeSeries, readSeries } from './series-store.server'
import { asComing, comingWords } from './series-words'
import { tellOfSeries } from './tell-of-series.server'

const failure = 'Inget är ändrat'

/**
 * The member agrees to the changed terms of a series: `id` of one of its bookings, `seen` as the page showed the terms,
 * and `early` = 'on' if jobs may begin within the withdrawal period. Refused if the terms differ from those shown;
 * otherwise the series goes on.
 */
export async function agreeToSeries(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const id = anId().safeParse(values.id)
  if (!id.success) return notThere
  const agreed = await house.db.transaction().execute(async (db): Promise<Outcome<Booking | null> | NotThere> => {
    const booking = await readBooking(db, id.data)
    if (!booking?.seriesId || booking.customer?.id !== person.id) return notThere
    await lockCapacity(db, booking.company.id)
    const series = await readSeries(db, booking.seriesId)
    if (!series?.confirmedAt || series.endedAt) return refused(failure, { message: 'Det upprepas inte längre.' })
    const now = house.clock.now()
    const offered = await readOffered(db, series, now)
    if (!offered) return refused(failure, { message: 'Tjänsten går inte att boka just nu.' })
    const changed = changedSince(values.seen ?? '', offered.terms)
    if (changed) return refused(failure, { message: changed })
    const terms = seenTerms(offered.terms)
    if (terms === series.terms) return accepted(null)
    await changeSeries(db, series.id, { terms })
    const { made, leftOut, asks } = await goOn(db, { ...series, terms }, now, values.early === 'on' ? now : null)
    const words = comingWords(series.weeks, true, [...made.map(asComing), ...leftOut])
    const event: SeriesEvent = asks ? { kind: 'asked', terms: asks } : { kind: 'agreed', terms: offered.terms, words }
    await tellOfSeries(db, house.config.origin, series, event)
    return accepted(booking)
  })
  if (!agreed.ok) return agreed
  if (agreed.value) tellPages(house, agreed.value)
  return accepted(null)
}
