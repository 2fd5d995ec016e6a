import type { Database } from '~/platform/database/database.server'
import { countsAt, countsWhenSaidBy } from '../booking'
import { readBooking } from '../booking-store.server'
import { endings } from './complete-booking.server'
import { type Chore, type Ports, tendOne } from './tend-bookings.server'
import { claimSaid } from './tend-store.server'

/** Of a booking that is held: when the minute is over and nothing has ended the saying meanwhile, what was said comes true. */
export async function countHeld(db: Database, id: string, now: Date) {
  const booking = await readBooking(db, id)
  if (!booking?.said || countsAt(booking.said) > now) return undefined
  return endings[booking.said.deed](db, booking, now)
}

/**
 * What companies have said of jobs counts a minute later. The worker looks each second, apart from what is tended each minute, so that a minute is
 * a minute. Several processes share the work, and one that dies has done it or not. One that cannot be counted holds up no other: the
 * rest is counted, and then it is told what went wrong.
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
