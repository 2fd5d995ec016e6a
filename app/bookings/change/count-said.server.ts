import type { Database } from '~/platform/database/database.server'
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
 * in one transaction. One that throws is set aside for this run so that it does not block the others; the last error is
 * thrown at the end.
 */
export async function countSaid(house: Ports): Promise<number> {
  const setAside: string[] = []
  let failure: unknown
  let done = 0
  while (!house.isClosing()) {
    let id: string | undefined
    const count: Chore = async (db, now) => {
      id = await claimSaid(db, countsWhenSaidBy(now), setAside)
      return id === undefined ? undefined : countHeld(db, id, now)
    }
    try {
      if (!(await tendOne(house, count))) break
      done++
    } catch (error) {
      if (id === undefined) throw error
      setAside.push(id)
      failure = error
    }
  }
  if (failure) throw failure
  return done
}
