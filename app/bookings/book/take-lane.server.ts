import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { moveToLanes, readHeld, readLinked } from '../booking-store.server'
import { freeLane, type Held, hasRoom, makeRoom, type Stretch } from './lanes'

/**
 * Finds a lane for a job of a company that the caller has locked; null when the company is full. If no single lane is
 * free all the way but capacity is left, jobs are moved to other lanes to make one.
 */
export async function takeLane(
  db: Database,
  company: { id: string; capacity: number },
  wanted: Stretch,
  held: readonly Held[],
  exceptIds: readonly string[] = [],
): Promise<number | null> {
  const others = held.filter(({ id }) => !exceptIds.includes(id))
  // Must come first: a job in a lane above a lowered capacity still counts, although a lower lane is empty.
  if (!hasRoom(others, wanted, company.capacity)) return null
  const lane = freeLane(others, wanted, company.capacity)
  if (lane !== null) return lane
  const linked = await readLinked(db, company.id, wanted.from, wanted.to)
  const room = makeRoom(
    linked.filter(({ id }) => !exceptIds.includes(id)),
    wanted,
    company.capacity,
  )
  if (!room) return null
  await moveToLanes(db, room.moved)
  return room.lane
}

/** The same for bookings that are moved together. Locks the company first. */
export async function takeLaneForMove(
  db: Database,
  companyId: string,
  wanted: Stretch,
  bookingIds: readonly string[],
): Promise<number | null> {
  const capacity = await lockCapacity(db, companyId)
  const held = await readHeld(db, companyId, wanted.from, wanted.to)
  return takeLane(db, { id: companyId, capacity }, wanted, held, bookingIds)
}
