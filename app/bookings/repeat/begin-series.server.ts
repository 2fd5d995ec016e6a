import type { Database } from '~/platform/database/database.server'
import { daysAfter } from '~/shared/time'
import { dayAt, timeAt } from '../book/open-days.server'
import type { Booking } from '../booking-store.server'
import { goOn } from './go-on.server'
import { changeSeries, putInSeries, readSeries } from './series-store.server'
import { asComing, comingWords } from './series-words'
import { tellOfSeries } from './tell-of-series.server'

/**
 * The company's yes to the first booking confirms the series: later times within reach are booked at once. They follow
 * the agreed time, which may differ from the requested one. Precondition: the company is locked. Returns sentences for
 * the letter; empty if the booking does not repeat.
 */
export async function beginSeries(db: Database, origin: string, first: Booking, now: Date): Promise<string[]> {
  const { seriesId, startsAt, earlyStartAt } = first
  const series = seriesId === null ? undefined : await readSeries(db, seriesId)
  if (!series || series.confirmedAt) return []
  const day = dayAt(startsAt.getTime())
  const time = timeAt(startsAt.getTime())
  const nextDay = daysAfter(day, 7 * series.weeks)
  await putInSeries(db, first.id, series.id, day)
  await changeSeries(db, series.id, { confirmed_at: now, next_day: nextDay, start_time: time })
  const begun = { ...series, confirmedAt: now, nextDay, time }
  const { made, leftOut, asks } = await goOn(db, begun, now, earlyStartAt)
  if (asks) await tellOfSeries(db, origin, begun, { kind: 'asked', terms: asks })
  return comingWords(series.weeks, true, [...made.map(asComing), ...leftOut])
}
