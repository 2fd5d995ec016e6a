import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { type FaultGroup, mostGroups, mostRequests } from './fault'

/** The new occurrences of one group since the last write. */
export type Noted = FaultGroup & { mark: string; count: number; firstAt: Date; lastAt: Date; requests: string[] }

/**
 * Inserts or updates fault groups. A new group is added only while there is room; a mended group that recurs is
 * reopened.
 */
export async function writeFaults(db: Database, noted: readonly Noted[]): Promise<void> {
  // A fixed lock order in every process, so that concurrent upserts do not deadlock.
  const inOrder = noted.toSorted((one, other) => (one.mark < other.mark ? -1 : 1))
  await sql`
    insert into faults (mark, kind, place, frames, count, first_at, last_at, requests)
    select mark, kind, place, frames, count, "firstAt", "lastAt", requests
    from jsonb_to_recordset(${JSON.stringify(inOrder)}) as given (mark text, kind text, place text, frames text[], count bigint,
      "firstAt" timestamptz, "lastAt" timestamptz, requests uuid[])
    where (select count(*) from faults) < ${mostGroups} or exists (select from faults where faults.mark = given.mark)
    order by mark
    on conflict (mark) do update set
      frames = excluded.frames,
      count = faults.count + excluded.count,
      first_at = least(faults.first_at, excluded.first_at),
      last_at = greatest(faults.last_at, excluded.last_at),
      requests = (excluded.requests || faults.requests)[1:${sql.lit(mostRequests)}],
      came_back = faults.came_back or excluded.last_at > faults.mended_at is true,
      mended_by = case when excluded.last_at > faults.mended_at then null else faults.mended_by end,
      mended_at = case when excluded.last_at > faults.mended_at then null else faults.mended_at end`.execute(db)
}

export type FaultRow = {
  id: string
  kind: string
  place: string
  frames: string[]
  count: number
  firstAt: Date
  lastAt: Date
  requests: string[]
  mendedAt: Date | null
  mendedBy: string | null
  cameBack: boolean
}

const rows = (db: Database) =>
  db
    .selectFrom('faults')
    .select([
      'id',
      'kind',
      'place',
      'frames',
      'count',
      'first_at as firstAt',
      'last_at as lastAt',
      'requests',
      'mended_at as mendedAt',
      'mended_by as mendedBy',
      'came_back as cameBack',
    ])

/** Not paginated: there are at most `mostGroups` rows. */
export const readFaultRows = (db: Database, isMended: boolean): Promise<FaultRow[]> =>
  rows(db)
    .where('mended_at', isMended ? 'is not' : 'is', null)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const readFaultOf = (db: Database, requestId: string): Promise<FaultRow | undefined> =>
  rows(db).where(sql<boolean>`${requestId}::uuid = any(requests)`).orderBy('last_at', 'desc').executeTakeFirst()

export const readFaultRow = (db: Database, id: string): Promise<FaultRow | undefined> =>
  rows(db).where('id', '=', id).executeTakeFirst()

export const lockFault = (db: Database, id: string) =>
  db
    .selectFrom('faults')
    .select(['id', 'kind', 'place', 'mended_at as mendedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function updateMended(db: Database, id: string, mended: { at: Date; by: string } | null) {
  const set = { mended_at: mended?.at ?? null, mended_by: mended?.by ?? null }
  await db
    .updateTable('faults')
    .set(mended ? { ...set, came_back: false } : set)
    .where('id', '=', id)
    .execute()
}

/** Deletes the groups that have been quiet since `before`, and all but the `most` that recurred latest. */
export async function deleteQuiet(db: Database, before: Date, most: number): Promise<number> {
  const newest = db.selectFrom('faults').select('id').orderBy('last_at', 'desc').orderBy('id', 'desc').limit(most)
  const { numDeletedRows } = await db
    .deleteFrom('faults')
    .where((is) => is.or([is('last_at', '<', before), is('id', 'not in', newest)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A query of the open faults, with the time since when each has waited as `at`. */
export const faultsToMend = sql`select first_at as at from faults where mended_at is null`
