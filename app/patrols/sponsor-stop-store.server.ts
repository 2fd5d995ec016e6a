import { guardCompanyName, guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'

/** Sponsors' extra stops as the sponsor sees them. */

/** The stops of these months in order of day; at most two a week. */
export async function readStopsOfSlots(db: Database, slotIds: readonly string[]) {
  if (slotIds.length === 0) return []
  return db
    .selectFrom('sponsor_stops')
    .innerJoin('patrol_shifts', 'patrol_shifts.id', 'sponsor_stops.shift_id')
    .leftJoin('patrol_stops', 'patrol_stops.id', 'sponsor_stops.stop_id')
    .select([
      'sponsor_stops.id',
      'sponsor_stops.slot_id as slotId',
      'patrol_shifts.day',
      'patrol_shifts.starts_at as startsAt',
      'patrol_shifts.ends_at as endsAt',
      'patrol_stops.stopped_at as stoppedAt',
      'patrol_stops.note',
      guardName('patrol_stops.guard_id').as('guardName'),
      guardCompanyName('patrol_stops.guard_id').as('companyName'),
    ])
    .where('sponsor_stops.slot_id', 'in', slotIds)
    .orderBy('patrol_shifts.day')
    .execute()
}
