import { sql } from 'kysely'
import type { Database, Tables } from '~/platform/database/database.server'
import { isNotSetAside } from '~/platform/work/one-run'

/** The deeds of all kinds of bulk job, whichever slice carries them out. */
export type DeedForMany = Tables['bulk_jobs']['deed']

export type NewBulkJob = {
  id: string
  deed: DeedForMany
  /** The subjects: everybody that a search finds, or those chosen. */
  search?: string
  chosen?: readonly string[]
  /** The version of each chosen subject, by id, that the administrator saw and approved (optimistic lock). */
  seen?: Record<string, number>
  months?: number
  reason: string
  createdBy: string
  address: string
  createdAt: Date
}

/** False if the form was already submitted (the id is the idempotency key). */
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

/**
 * Claims the oldest running job by a row lock until the transaction ends; another process takes another job (SKIP
 * LOCKED).
 */
export async function takeRunningJob(db: Database, setAside: readonly string[] = []) {
  const row = await db
    .selectFrom('bulk_jobs')
    .select([...columns, ...progress])
    .where('state', '=', 'running')
    .where(isNotSetAside('id', setAside))
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

/** The newest jobs with any of these deeds. */
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

/** Sets aside a subject whose deed failed; the job continues without it. */
export async function updateSetAside(db: Database, id: string, reached: string) {
  await db
    .updateTable('bulk_jobs')
    .set({ reached, set_aside: sql`array_append(set_aside, ${reached}::text)` })
    .where('id', '=', id)
    .execute()
}

/** Does nothing if the job has already ended. */
export async function endBulkJob(db: Database, id: string, state: 'done' | 'stopped', now: Date) {
  await db
    .updateTable('bulk_jobs')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}
