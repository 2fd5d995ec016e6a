import { sql } from 'kysely'
import { companyName } from '~/companies/public.server'
import { guardName } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { openPostcodes } from '~/postcodes/public.server'
import type { Shift } from '../shift'
import { hasBegun, isOut, isShiftCalled, walkOfShift } from '../shift-store.server'

type Row = {
  code: string
  name: string
  missed: number
  free: number
  shiftId: string | null
  day: string
  startsAt: Date
  endsAt: Date
  companyName: string | null
} & Pick<Shift, 'hasPartner' | 'isCalled' | 'walk'>

/**
 * Open postcodes in order: the present or next shift, the number missed in thirty days, and the number free in the next
 * seven.
 */
export async function readPostcodesWalked(db: Database, now: Date, after: string | null, most: number) {
  const { rows } = await sql<Row>`
    select postcodes.code, postcodes.name, missed.count as missed, free.count as free,
      shift.id as "shiftId", shift.day, shift.starts_at as "startsAt", shift.ends_at as "endsAt",
      ${companyName('shift.company_id')} as "companyName", shift.company_id is not null as "hasPartner",
      ${isShiftCalled(now)} as "isCalled",
      (select ${walkOfShift} from patrol_walks as walk where shift_id = shift.id) as walk
    from ${openPostcodes} as postcodes
    left join lateral (
      select * from patrol_shifts as shift where postcode = postcodes.code and ends_at > ${now}
        and not (${hasBegun(now)}
          and (select ${walkOfShift} from patrol_walks as walk where shift_id = shift.id) = 'ended')
      order by day limit 1
    ) as shift on true
    cross join lateral (
      select count(*)::int from patrol_shifts
      where postcode = postcodes.code and day >= (${now}::timestamptz - interval '30 days')::date and ends_at <= ${now}
        and not exists (select from patrol_walks where shift_id = patrol_shifts.id)
    ) as missed
    cross join lateral (
      select count(*)::int from patrol_shifts
      where postcode = postcodes.code and ends_at > ${now} and starts_at < ${now}::timestamptz + interval '7 days'
        and day <= (${now}::timestamptz + interval '8 days')::date and company_id is null
    ) as free
    where postcodes.code > ${after ?? ''}
    order by postcodes.code limit ${most}`.execute(db)
  return rows.map(({ shiftId, day, startsAt, endsAt, companyName, hasPartner, isCalled, walk, ...row }) => ({
    ...row,
    shift: shiftId === null ? null : { day, startsAt, endsAt, companyName, hasPartner, isCalled, walk },
  }))
}

type Walker = { guardId: string; name: string; companyName: string; beganAt: Date }

/** The guards who are out in a postcode now. */
export async function readWalkers(db: Database, postcode: string, now: Date): Promise<Walker[]> {
  const { rows } = await sql<Walker>`
    select guard_id as "guardId", ${guardName('walk.guard_id')} as name, ${companyName('shift.company_id')} as "companyName",
      began_at as "beganAt"
    from patrol_shifts as shift join patrol_walks as walk on walk.shift_id = shift.id
    where shift.postcode = ${postcode} and shift.day >= (${now}::timestamptz - interval '1 day')::date
      and shift.day <= (${now}::timestamptz + interval '1 day')::date and shift.ends_at > ${now} and ${isOut(now)}
    order by began_at limit 10`.execute(db)
  return rows
}

/** The past shifts of a postcode since a day, and whether each was walked. */
export async function readShiftDays(db: Database, postcode: string, since: string, now: Date) {
  const { rows } = await sql<{ day: string; isWalked: boolean }>`
    select day, exists (select from patrol_walks where shift_id = shift.id) as "isWalked"
    from patrol_shifts as shift where postcode = ${postcode} and day >= ${since}::date and ends_at <= ${now}`.execute(
    db,
  )
  return rows
}
