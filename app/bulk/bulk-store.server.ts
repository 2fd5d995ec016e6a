import { sql } from 'kysely'
import type { Database, Tables } from '~/platform/database/database.server'

/** Everything that is done for many, whichever slice does it. */
export type DeedForMany = Tables['bulk_jobs']['deed']

export type NewBulkJob = {
  id: string
  deed: DeedForMany
  /** Whom: all that a search finds, or those that were chosen. */
  search?: string
  chosen?: readonly string[]
  /** What was seen of each of those, by its id, where the deed is a yes to that. */
  seen?: Record<string, number>
  months?: number
  reason: string
  createdBy: string
  address: string
  createdAt: Date
}

/** False when the form was sent before. */
export async function insertBulkJob(db: Database, job: NewBulkJob): Promise<boolean> {
  const row = await db
    .insertInto('bulk_jobs')
    .values({
      id: job.id,
      deed: job.deed,
      search: job.search ?? '',
      chosen: job.chosen ? [...job.chosen] : null,
      seen: job.seen ? JSON.stringify(job.seen) : null,
      months: job.months ?? null,
      reason: job.reason,
      created_by: job.createdBy,
      address: job.address,
      created_at: job.createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const columns = ['id', 'deed', 'search', 'chosen', 'months', 'reason', 'created_by as createdBy', 'address'] as const
const progress = [
  'seen',
  'set_aside as setAside',
  'created_at as createdAt',
  'reached',
  'changed',
  'skipped',
  'state',
] as const

const typed = <Row extends { seen: unknown }>(row: Row) => ({
  ...row,
  seen: row.seen as Record<string, number> | null,
})

/** The oldest job that runs, held until the transaction ends; another process takes another. */
export async function takeRunningJob(db: Database, passedBy: readonly string[] = []) {
  const row = await db
    .selectFrom('bulk_jobs')
    .select([...columns, ...progress])
    .where('state', '=', 'running')
    .$if(passedBy.length > 0, (jobs) => jobs.where('id', 'not in', passedBy))
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && typed(row)
}

export type BulkJob = NonNullable<Awaited<ReturnType<typeof takeRunningJob>>>

export async function readBulkJob(db: Database, id: string) {
  const row = await db
    .selectFrom('bulk_jobs')
    .select([...columns, ...progress])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && typed(row)
}

/** Of one kind: those with these deeds. */
export async function readNewestJobs(db: Database, deeds: readonly DeedForMany[], limit: number) {
  const rows = await db
    .selectFrom('bulk_jobs')
    .select([...columns, ...progress])
    .where('deed', 'in', deeds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(typed)
}

export async function updateReached(db: Database, id: string, reached: string, wasChanged: boolean) {
  await db
    .updateTable('bulk_jobs')
    .set((set) => ({
      reached,
      changed: set('changed', '+', wasChanged ? 1 : 0),
      skipped: set('skipped', '+', wasChanged ? 0 : 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** One whose deed failed: the job goes on without it. */
export async function updateSetAside(db: Database, id: string, reached: string) {
  await db
    .updateTable('bulk_jobs')
    .set({ reached, set_aside: sql`array_append(set_aside, ${reached}::text)` })
    .where('id', '=', id)
    .execute()
}

/** One that has ended already stays as it ended. */
export async function endBulkJob(db: Database, id: string, state: 'done' | 'stopped', now: Date) {
  await db
    .updateTable('bulk_jobs')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
