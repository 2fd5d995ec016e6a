import { readStillBookable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { readOffersTo } from './wait-store.server'

/**
 * Leaves out offers whose service can no longer be booked: while a time is held for hours, the service may be removed
 * or its company blocked. Such offers are neither announced nor shown.
 */
export async function thatCanBeBooked<Held extends { serviceId: string }>(
  db: Database,
  offers: readonly Held[],
  postcode: string,
): Promise<Held[]> {
  const services = offers.map(({ serviceId }) => serviceId)
  const bookable = await readStillBookable(db, services, postcode)
  return offers.filter(({ serviceId }) => bookable.has(serviceId))
}

/** The offers that a member can accept now. */
export async function readOffersToTake(db: Database, { id, postcode }: { id: string; postcode: string }, now: Date) {
  return thatCanBeBooked(db, await readOffersTo(db, id, now), postcode)
}
