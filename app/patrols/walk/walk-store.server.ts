import { sql } from 'kysely'
import { isFromAround } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { sponsorId } from '~/sponsorship/public.server'

/** What a guard writes on a shift. Every query filters by the guard's company, which their link authenticated. */

const walksThere = isFromAround(sql`patrol_shifts.company_id`, sql`patrol_shifts.postcode`)

/** Locks the shift, to serialise check-in, check-out and stops with its reassignment. */
export async function lockShiftOf(db: Database, companyId: string, id: string) {
  return db
    .selectFrom('patrol_shifts')
    .select(['id', 'postcode', 'day', 'starts_at as startsAt', 'ends_at as endsAt'])
    .select(walksThere.as('mayWalk'))
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
}

/** Idempotent: a second check-in is a no-op. */
export async function beginWalk(db: Database, shiftId: string, guardId: string, now: Date) {
  await sql`insert into patrol_walks (shift_id, guard_id, began_at) values (${shiftId}, ${guardId}, ${now})
    on conflict (shift_id, guard_id) where ended_at is null do nothing`.execute(db)
}

export async function endWalk(db: Database, shiftId: string, guardId: string, now: Date) {
  await db
    .updateTable('patrol_walks')
    .set({ ended_at: sql`greatest(${now}, began_at)` })
    .where('shift_id', '=', shiftId)
    .where('guard_id', '=', guardId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The guard's own walks on a shift, latest first. */
export async function readWalks(db: Database, shiftId: string, guardId: string) {
  return db
    .selectFrom('patrol_walks')
    .select(['began_at as beganAt', 'ended_at as endedAt'])
    .where('shift_id', '=', shiftId)
    .where('guard_id', '=', guardId)
    .orderBy('began_at', 'desc')
    .execute()
}

/** Those of these shifts on which the guard is checked in. */
export async function readOpenWalks(db: Database, shiftIds: readonly string[], guardId: string): Promise<Set<string>> {
  if (shiftIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('patrol_walks')
    .select('shift_id as shiftId')
    .where('shift_id', 'in', shiftIds)
    .where('guard_id', '=', guardId)
    .where('ended_at', 'is', null)
    .execute()
  return new Set(rows.map(({ shiftId }) => shiftId))
}

type NewStop = { key: string; shiftId: string; guardId: string; stoppedAt: Date; note: string; now: Date }

/** Inserts a stop, idempotent by its key. Null if the key belongs to another guard or shift. */
export async function insertStop(db: Database, stop: NewStop): Promise<string | null> {
  await db
    .insertInto('patrol_stops')
    .values({
      key: stop.key,
      shift_id: stop.shiftId,
      guard_id: stop.guardId,
      stopped_at: stop.stoppedAt,
      note: stop.note,
      received_at: stop.now,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('patrol_stops')
    .select('id')
    .where('key', '=', stop.key)
    .where('shift_id', '=', stop.shiftId)
    .where('guard_id', '=', stop.guardId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The sponsors' extra stops of a shift, and whether each is done. */
export async function readSponsorStopsOf(db: Database, shiftId: string) {
  return db
    .selectFrom('sponsor_stops')
    .innerJoin('sponsor_slots', 'sponsor_slots.id', 'sponsor_stops.slot_id')
    .innerJoin('companies', 'companies.id', 'sponsor_slots.company_id')
    .leftJoin('patrol_stops', 'patrol_stops.id', 'sponsor_stops.stop_id')
    .select([
      'sponsor_stops.id',
      'companies.name',
      'companies.address',
      'patrol_stops.stopped_at as stoppedAt',
      'patrol_stops.note',
    ])
    .where('sponsor_stops.shift_id', '=', shiftId)
    .where('sponsor_slots.status', 'in', ['active', 'ended'])
    .orderBy('companies.name')
    .orderBy('sponsor_stops.id')
    .execute()
}

/** Locks the extra stop, so that two presses carry it out once. */
export async function lockSponsorStop(db: Database, shiftId: string, id: string) {
  return db
    .selectFrom('sponsor_stops')
    .select(['id', 'stop_id as stopId'])
    .where('id', '=', id)
    .where('shift_id', '=', shiftId)
    .forUpdate()
    .executeTakeFirst()
}

export async function markSponsorStop(db: Database, id: string, stopId: string) {
  await db.updateTable('sponsor_stops').set({ stop_id: stopId }).where('id', '=', id).execute()
}

/** The sponsor of an extra stop, for a live update of their page. */
export async function readSponsorOf(db: Database, sponsorStopId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sponsor_stops')
    .select(sponsorId('slot_id').as('id'))
    .where('id', '=', sponsorStopId)
    .executeTakeFirst()
  return row?.id
}
