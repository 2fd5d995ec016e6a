import { sql } from 'kysely'
import { dispatchable, isCalledAround } from '~/companies/public.server'
import { guardRemovedAt } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { openPostcodes } from '~/postcodes/public.server'
import { isLetGo, type MonthWithStops } from '~/sponsorship/public.server'
import type { ShiftHours } from './shift-hours.server'
import type { PlannedStop } from './sponsor-plan.server'

/** Plans shifts and sponsors' stops. Every statement is idempotent and safe to run concurrently. */

/**
 * Inserts one shift a day in every open postcode. If a postcode has a single partner, the shift is assigned to it,
 * which may hand it back. Returns the number of new shifts.
 */
export async function insertShifts(db: Database, hours: readonly ShiftHours[], now: Date): Promise<number> {
  const days = hours.map(({ day }) => day)
  const starts = hours.map(({ startsAt }) => startsAt.toISOString())
  const ends = hours.map(({ endsAt }) => endsAt.toISOString())
  const { numAffectedRows } = await sql`
    with sole as (
      select area.postcode, (array_agg(companies.id))[1] as company_id
      from companies join security_partner_areas as area on area.company_id = companies.id
      where ${dispatchable(now)}
      group by area.postcode having count(*) = 1
    )
    insert into patrol_shifts (postcode, day, starts_at, ends_at, company_id)
    select postcodes.code, ahead.day, ahead.starts_at, ahead.ends_at, sole.company_id
    from ${openPostcodes} as postcodes
    left join sole on sole.postcode = postcodes.code
    -- Days are inserted in order, so only days after the last one are missing.
    cross join lateral (select max(day) as day from patrol_shifts where postcode = postcodes.code) as written
    cross join unnest(${days}::date[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as ahead (day, starts_at, ends_at)
    -- Creates no shift that has already ended.
    where ahead.ends_at > ${now} and (written.day is null or ahead.day > written.day)
    on conflict (postcode, day) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes the future shifts of postcodes that are no longer open. Shifts that have begun stay, for the records. */
export async function dropShiftsOfClosed(db: Database, now: Date) {
  await sql`delete from patrol_shifts
    where starts_at > ${now}
      and postcode not in (select code from ${openPostcodes} as open)
      and not exists (select from patrol_walks where shift_id = patrol_shifts.id)`.execute(db)
}

/**
 * Frees the future shifts of partners that may not be called, or that no longer have that postcode or a neighbour of it
 * as an area. A shift with a check-in (which may be early) is kept.
 */
export async function freeShiftsOfUncalled(db: Database, now: Date) {
  await sql`update patrol_shifts set company_id = null
    where starts_at > ${now} and company_id is not null
      and not exists (select from patrol_walks where shift_id = patrol_shifts.id)
      and not ${isCalledAround(sql`patrol_shifts.company_id`, sql`patrol_shifts.postcode`, now)}`.execute(db)
}

/** Checks out guards who forgot to, at the end of the shift; one who was removed meanwhile, when that was. */
export async function closeForgottenWalks(db: Database, now: Date) {
  await sql`update patrol_walks
    set ended_at = greatest(least(patrol_shifts.ends_at, ${guardRemovedAt('patrol_walks.guard_id')}), began_at),
      was_forgotten = true
    from patrol_shifts
    where patrol_shifts.id = shift_id and ended_at is null and patrol_shifts.ends_at < ${now}`.execute(db)
}

/** Inserts planned stops on days that have a shift. Existing ones stay as they are. */
export async function insertSponsorStops(
  db: Database,
  { slotId, postcode }: MonthWithStops,
  stops: readonly PlannedStop[],
) {
  if (stops.length === 0) return
  await sql`insert into sponsor_stops (slot_id, week, turn, shift_id)
    select ${slotId}, planned.week, planned.turn, patrol_shifts.id
    from unnest(${stops.map(({ week }) => week)}::date[], ${stops.map(({ turn }) => turn)}::int[],
      ${stops.map(({ day }) => day)}::date[]) as planned (week, turn, day)
    join patrol_shifts on patrol_shifts.postcode = ${postcode} and patrol_shifts.day = planned.day
    on conflict do nothing`.execute(db)
}

/** Deletes the future stops of months that were released. */
export async function dropStopsOfReleased(db: Database, now: Date) {
  await sql`delete from sponsor_stops using patrol_shifts
    where patrol_shifts.id = shift_id and stop_id is null and patrol_shifts.starts_at > ${now}
      and ${isLetGo('sponsor_stops.slot_id')}`.execute(db)
}
