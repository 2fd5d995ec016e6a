import { lockCapacity } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { moveToLanes, readHeld, readLinked } from '../booking-store.server'
import { freeLane, type Held, hasRoom, makeRoom, type Stretch } from './lanes'

/**
 * A lane for a job in a company that the caller holds; null when it is full. If every lane has something in the
 * way though the company has hands to spare, the jobs change lanes.
 */
export async function takeLane(
  db: Database,
  company: { id: string; capacity: number },
  wanted: Stretch,
  held: readonly Held[],
  exceptIds: readonly string[] = [],
): Promise<number | null> {
  const others = held.filter(({ id }) => !exceptIds.includes(id))
  // Asked first: a job in a lane above a capacity that was lowered takes hands, though a lower lane may be empty.
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

/** The same for bookings that are to be moved together; their company is held first. */
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
