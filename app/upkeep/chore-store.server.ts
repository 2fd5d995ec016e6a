import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { ChoreEnds } from './chore'

export type ChoreRun = ChoreEnds & { chore: string }

/**
 * Keeps the latest time, whichever process writes last. An existing time an hour or more ahead came from a wrong clock
 * and is overwritten.
 */
export async function noteRun(db: Database, chore: string, went: 'well' | 'wrong', at: Date) {
  const column = went === 'well' ? 'succeeded_at' : 'failed_at'
  await db
    .insertInto('chore_runs')
    .values({ chore, [column]: at })
    .onConflict((conflict) =>
      conflict.column('chore').doUpdateSet({
        [column]: sql`case when chore_runs.${sql.ref(column)} < ${at}::timestamptz + interval '1 hour'
          then greatest(chore_runs.${sql.ref(column)}, ${at}) else ${at} end`,
      }),
    )
    .execute()
}

export function readRuns(db: Database): Promise<ChoreRun[]> {
  return db.selectFrom('chore_runs').select(['chore', 'succeeded_at as succeededAt', 'failed_at as failedAt']).execute()
}
