import { readStillBookable } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { readOffersTo } from './wait-store.server'

/** A time is held for hours, and meanwhile its service can be taken away or its company blocked: then nobody is told of it or shown it. */
export async function thatCanBeBooked<Held extends { serviceId: string }>(
  db: Database,
  offers: readonly Held[],
  postcode: string,
): Promise<Held[]> {
  const services = offers.map(({ serviceId }) => serviceId)
  const bookable = await readStillBookable(db, services, postcode)
  return offers.filter(({ serviceId }) => bookable.has(serviceId))
}

/** What a member may take now. */
export async function readOffersToTake(db: Database, { id, postcode }: { id: string; postcode: string }, now: Date) {
  return thatCanBeBooked(db, await readOffersTo(db, id, now), postcode)
}
