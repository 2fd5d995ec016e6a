import { type Expression, type SqlBool, sql } from 'kysely'
import { companyName, isCalledAround, isCalledIn } from '~/companies/public.server'
import { guardIsHere, guardName, guardRemovedAt } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { sponsorName } from '~/sponsorship/public.server'
import { earlyMinutes, type Shift, type Span, spansOf } from './shift'

/** Queries of shifts, and their assignment. */

export type ShiftRow = Shift & {
  id: string
  postcode: string
  day: string
  companyId: string | null
  companyName: string | null
  /** The guard who checked in last, and the first check-in and last check-out. */
  guardName: string | null
  beganAt: Date | null
  endedAt: Date | null
  /** When somebody was out. */
  spans: Span[]
  /** When the latest walk began. */
  walkedSince: Date | null
  stops: number
  sponsorStops: number
}

/**
 * On rows of `walk`: whether the guard is checked in. A guard removed by their company cannot check out, so does not
 * count.
 */
const isIn = sql<boolean>`(walk.ended_at is null and ${guardIsHere('walk.guard_id')})`

/**
 * On rows of `shift`: whether the company may be called. If not, nobody is shown as out, since no alarm would reach
 * them.
 */
export const isShiftCalled = (now: Date) => isCalledAround(sql`shift.company_id`, sql`shift.postcode`, now)

export const isOut = (now: Date) => sql<boolean>`(${isIn} and ${isShiftCalled(now)})`

/** Aggregates all walks of one shift. */
export const walkOfShift = sql<Shift['walk']>`case when bool_or(${isIn}) then 'open'
  when bool_or(walk.ended_at is null) then 'cut' when bool_or(true) then 'ended' else 'none' end`

/** When a guard went in: by checking out, or by being removed by their company. Null while they are out. */
const endOfWalk = sql<Date | null>`coalesce(walk.ended_at, ${guardRemovedAt('walk.guard_id')})`

/** Shifts with their walks and stops: at most a few walks and some tens of stops each. */
function selectShifts(db: Database, now: Date) {
  return db
    .selectFrom('patrol_shifts as shift')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('patrol_walks as walk')
          .select([
            sql<Date | null>`min(walk.began_at)`.as('beganAt'),
            sql<Date | null>`max(walk.ended_at)`.as('endedAt'),
            sql<Date[] | null>`array_agg(walk.began_at order by walk.began_at)`.as('beginnings'),
            sql<(Date | null)[] | null>`array_agg(${endOfWalk} order by walk.began_at)`.as('ends'),
            sql<Date | null>`max(walk.began_at)`.as('walkedSince'),
            walkOfShift.as('walk'),
            sql<string | null>`(array_agg(${guardName('walk.guard_id')} order by walk.began_at desc))[1]`.as(
              'guardName',
            ),
          ])
          .whereRef('walk.shift_id', '=', 'shift.id')
          .as('walked'),
      (join) => join.onTrue(),
    )
    .select([
      'shift.id',
      'shift.postcode',
      'shift.day',
      'shift.starts_at as startsAt',
      'shift.ends_at as endsAt',
      'shift.company_id as companyId',
      companyName('shift.company_id').as('companyName'),
      'walked.guardName',
      'walked.beganAt',
      'walked.endedAt',
      'walked.walkedSince',
      'walked.beginnings',
      'walked.ends',
      isShiftCalled(now).as('isCalled'),
      // An aggregate without GROUP BY returns a row even without walks, so this is never null.
      sql<Shift['walk']>`walked.walk`.as('walk'),
      sql<number>`(select count(*) from patrol_stops where shift_id = shift.id)`.as('stops'),
      sql<number>`(select count(*) from sponsor_stops where shift_id = shift.id)`.as('sponsorStops'),
    ])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectShifts>['execute']>>[number]

function shiftFrom({ beginnings, ends, ...row }: Selected): ShiftRow {
  const walks = (beginnings ?? []).map((from, index) => ({ from, to: ends?.[index] ?? null }))
  return { ...row, hasPartner: row.companyId !== null, spans: spansOf(walks) }
}

export async function readShift(db: Database, id: string, now: Date): Promise<ShiftRow | null> {
  const row = await selectShifts(db, now).where('shift.id', '=', id).executeTakeFirst()
  return row ? shiftFrom(row) : null
}

/**
 * Whether the shift is behind us: its time is over, or it has begun and every guard has checked out. Who checked in
 * early and out again before it begins has left nothing yet. The first half also keeps later shifts from being joined
 * with their walks.
 */
const isPast = (now: Date) => sql<SqlBool>`(shift.ends_at <= ${now} or ${hasBegun(now)} and walked.walk = 'ended')`

/** On rows of `shift`: whether its time has begun. */
export const hasBegun = (now: Date) => sql<SqlBool>`shift.starts_at <= ${now}::timestamptz`

/** On rows of `shift`: whether a guard may check in already. */
const hasOpened = (now: Date) =>
  sql<SqlBool>`shift.starts_at <= ${now}::timestamptz + make_interval(mins => ${earlyMinutes})`

/** The shifts of these postcodes that are not past, nearest first. */
export async function readShiftsToCome(db: Database, postcodes: readonly string[], now: Date, most: number) {
  if (postcodes.length === 0) return []
  const rows = await shiftsToCome(db, sql<string>`any(${postcodes})`, now).limit(most).execute()
  return rows.map(shiftFrom)
}

function shiftsToCome(db: Database, postcode: Expression<string>, now: Date) {
  return selectShifts(db, now)
    .where('shift.postcode', '=', postcode)
    .where('shift.ends_at', '>', now)
    .where((where) => where.not(isPast(now)))
    .orderBy('shift.day')
    .orderBy('shift.postcode')
}

const askNextShift = builtOnce('next shift', (db: Database, postcode: string, now: Date) =>
  shiftsToCome(db, sql<string>`${postcode}`, now).limit(1),
)

/** The next or present shift of a postcode. */
export async function readNextShift(db: Database, postcode: string, now: Date) {
  const [row] = await askNextShift(db, postcode, now)
  return row ? shiftFrom(row) : null
}

/** `before` is the last shift of the previous page, not its day: a company may have several on one day. */
export type PastQuery = { now: Date; before: string | null; most: number }

/** A postcode's past shifts, latest first: those that are over, and one that was left before its end. */
export async function readPastShifts(db: Database, postcode: string, { now, before, most }: PastQuery) {
  const rows = await selectShifts(db, now)
    .where('shift.postcode', '=', postcode)
    .where(hasOpened(now))
    .where(isPast(now))
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`shift.day < (select day from patrol_shifts where id = ${before}::uuid)`),
    )
    // A postcode has one shift a day, so the day alone is a unique sort key.
    .orderBy('shift.day', 'desc')
    .limit(most)
    .execute()
  return rows.map(shiftFrom)
}

/** A partner's own shifts that are not past, in any postcode. */
export async function readOwnShifts(db: Database, companyId: string, now: Date, most: number) {
  const rows = await selectShifts(db, now)
    .where('shift.company_id', '=', companyId)
    .where('shift.ends_at', '>', now)
    .where((where) => where.not(isPast(now)))
    .orderBy('shift.starts_at')
    .orderBy('shift.id')
    .limit(most)
    .execute()
  return rows.map(shiftFrom)
}

/** A partner's own shifts that were left before their end, where a guard can check in again. */
export async function readOwnLeftShifts(db: Database, companyId: string, now: Date, most: number) {
  const rows = await selectShifts(db, now)
    .where('shift.company_id', '=', companyId)
    .where('shift.ends_at', '>', now)
    .where(hasOpened(now))
    .where(isPast(now))
    .orderBy('shift.starts_at')
    .orderBy('shift.id')
    .limit(most)
    .execute()
  return rows.map(shiftFrom)
}

/** A partner's own past shifts, latest first (keyset pagination). */
export async function readOwnPastShifts(db: Database, companyId: string, { now, before, most }: PastQuery) {
  const rows = await selectShifts(db, now)
    .where('shift.company_id', '=', companyId)
    .where(hasOpened(now))
    .where(isPast(now))
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`(shift.starts_at, shift.id) < (
        select starts_at, id from patrol_shifts where id = ${before}::uuid)`),
    )
    .orderBy('shift.starts_at', 'desc')
    .orderBy('shift.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(shiftFrom)
}

/** The last shift of a postcode that was walked. */
export async function readLastWalk(db: Database, postcode: string, now: Date) {
  const [row] = await askLastWalk(db, postcode, now)
  return row ? shiftFrom(row) : null
}

const askLastWalk = builtOnce('last walk', (db: Database, postcode: string, now: Date) =>
  selectShifts(db, now)
    .where('shift.postcode', '=', postcode)
    .where(hasOpened(now))
    .where('walked.beganAt', '<=', now)
    .orderBy('shift.day', 'desc')
    .limit(1),
)

/** How often a postcode was walked from one day to another (inclusive), and the number of stops. */
export async function countWalked(db: Database, postcode: string, from: string, to: string) {
  const { rows } = await sql<{ walks: number; stops: number }>`
    select count(*) as walks,
      coalesce(sum((select count(*) from patrol_stops where shift_id = shift.id)), 0) as stops
    from patrol_shifts as shift
    where postcode = ${postcode} and day between ${from}::date and ${to}::date
      and exists (select from patrol_walks where shift_id = shift.id)`.execute(db)
  return rows[0] ?? { walks: 0, stops: 0 }
}

export type Stop = {
  id: string
  shiftId: string
  stoppedAt: Date
  note: string
  guardName: string
  sponsor: string | null
}

/** The stops of these shifts, in order. `sponsor` is the sponsor whose extra stop it was. */
export async function readStops(db: Database, shiftIds: readonly string[]): Promise<Stop[]> {
  if (shiftIds.length === 0) return []
  return db
    .selectFrom('patrol_stops as stop')
    .leftJoin('sponsor_stops', 'sponsor_stops.stop_id', 'stop.id')
    .select([
      'stop.id',
      'stop.shift_id as shiftId',
      'stop.stopped_at as stoppedAt',
      'stop.note',
      guardName('stop.guard_id').$castTo<string>().as('guardName'),
      sponsorName('sponsor_stops.slot_id').as('sponsor'),
    ])
    .where('stop.shift_id', 'in', shiftIds)
    .orderBy('stop.shift_id')
    .orderBy('stop.stopped_at')
    .orderBy('stop.id')
    .execute()
}

/**
 * Whether the shift's postcode is an area of the company and it may be called now; checked in the updating statement
 * itself.
 */
const mayTake = (companyId: string, now: Date) => isCalledIn(sql`${companyId}`, sql`patrol_shifts.postcode`, now)

/**
 * Compare-and-set: of concurrent requests one gets the shift. Returns its postcode if the company has it now, or had it
 * already (idempotent).
 */
export async function takeFreeShift(
  db: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  await sql`update patrol_shifts set company_id = ${companyId}
    where id = ${id} and company_id is null and ends_at > ${now} and ${mayTake(companyId, now)}`.execute(db)
  const own = await db
    .selectFrom('patrol_shifts')
    .select('postcode')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return own?.postcode
}

/** Takes the free shifts in all of the company's areas. Returns how many. */
export async function takeAllFreeShifts(db: Database, companyId: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('patrol_shifts')
    .set({ company_id: companyId })
    .where('company_id', 'is', null)
    .where('ends_at', '>', now)
    .where(mayTake(companyId, now))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const nobodyWent = sql<SqlBool>`not exists (select from patrol_walks where shift_id = patrol_shifts.id)`

/** Frees a shift, unless it has begun or a guard has checked in. Returns its postcode. */
export async function letGoOfShift(
  db: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const shift = await db
    .updateTable('patrol_shifts')
    .set({ company_id: null })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('starts_at', '>', now)
    .where(nobodyWent)
    .returning('postcode')
    .executeTakeFirst()
  return shift?.postcode
}

/** Assigns a shift to a partner or to nobody, unless a guard has checked in. */
export async function setShiftPartner(db: Database, id: string, companyId: string | null, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('patrol_shifts')
    .set({ company_id: companyId })
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .where(nobodyWent)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
