import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { Run } from '~/platform/work/one-run'
import { readBooking } from '../booking-store.server'
import { tellPages } from '../tell-pages.server'
import { goOn } from './go-on.server'
import { changeSeries, readDueSeries, readLastOf, readSeries, type Series } from './series-store.server'
import { leftOutWords } from './series-words'
import { tellOfSeries } from './tell-of-series.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'live' | 'wake' | 'isClosing'>

/** Batch size per minute; the rest waits for the next run. */
const mostAtOnce = 500

/**
 * Makes the times of series that have come within reach. Each series is one transaction that locks its company: all or
 * nothing if the process dies, and another process finds it done.
 */
export async function tendSeries(house: Ports, run: Run): Promise<number> {
  const due = await readDueSeries(house.db, house.clock.now(), mostAtOnce)
  const idOf = ({ id }: { id: string }) => id
  return run.each(due, idOf, async (one) => !house.isClosing() && (await tendOne(house, one)))
}

async function tendOne(house: Ports, due: { id: string; companyId: string }): Promise<boolean> {
  const tended = await house.db.transaction().execute(async (db) => {
    await lockCapacity(db, due.companyId)
    const series = await readSeries(db, due.id)
    const now = house.clock.now()
    if (!series || series.endedAt || series.dueAt > now) return undefined
    await tend(db, house.config.origin, series, now)
    return readBooking(db, (await readLastOf(db, series.id)).id)
  })
  if (tended) tellPages(house, tended)
  return tended !== undefined
}

/**
 * Runs one series. No letter about bookings made: both sides see them in their lists, and the member gets a reminder.
 * Days left out, changed terms and the end of the series are told at once.
 */
async function tend(db: Database, origin: string, series: Series, now: Date) {
  const { leftOut, asks, isOver } = await goOn(db, series, now)
  if (isOver) {
    await changeSeries(db, series.id, { ended_at: now, ended_by: 'system', asked_terms: null })
    await tellOfSeries(db, origin, series, { kind: 'over' })
  } else if (asks) {
    await tellOfSeries(db, origin, series, { kind: 'asked', terms: asks })
  } else if (leftOut.length > 0) {
    await tellOfSeries(db, origin, series, { kind: 'left out', words: leftOutWords(leftOut) })
  }
}
