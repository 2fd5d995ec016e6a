import type { Database } from '~/platform/database/database.server'
import { oneRun } from '~/platform/work/one-run'
import { countsAt, countsWhenSaidBy } from '../booking'
import { readBooking } from '../booking-store.server'
import { endings } from './complete-booking.server'
import { type Chore, type Ports, tendOne } from './tend-bookings.server'
import { claimSaid } from './tend-store.server'

/** Carries out what was said of a booking, if its minute is over. Precondition: the caller has locked its row. */
export async function countHeld(db: Database, id: string, now: Date) {
  const booking = await readBooking(db, id)
  if (!booking?.said || countsAt(booking.said) > now) return undefined
  return endings[booking.said.deed](db, booking, now)
}

/**
 * Carries out what companies have said of jobs a minute ago. Run by the worker every second, separately from the chores
 * of each minute, so that a minute is a minute. Safe with several workers and after a crash: each is claimed and done
 * in one transaction.
 */
export function countSaid(house: Ports): Promise<number> {
  return oneRun((run) => run.through((turn) => tendOne(house, count, turn)))
}

const count: Chore = async (db, now, turn) => {
  const id = await claimSaid(db, countsWhenSaidBy(now), turn.setAside)
  if (id === undefined) return undefined
  turn.claimed(id)
  return countHeld(db, id, now)
}
