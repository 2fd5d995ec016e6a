import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/** How far somebody has read; null of who never has. */
export async function readMark(db: Database, personId: string) {
  const [row] = await askMark(db, personId)
  return row ?? null
}

const askMark = builtOnce('notices read', (db: Database, personId: string) =>
  db.selectFrom('notice_reads').select(['read_to as readTo', 'read_at as readAt']).where('profile_id', '=', personId),
)

/** Never backwards: an older page that is sent after a newer one unreads nothing. */
export async function writeMark(db: Database, personId: string, readTo: string, now: Date) {
  await db
    .insertInto('notice_reads')
    .values({ profile_id: personId, read_to: readTo, read_at: now })
    .onConflict((conflict) =>
      conflict
        .column('profile_id')
        .doUpdateSet({ read_to: readTo, read_at: now })
        .where('notice_reads.read_to', '<', sql<string>`${readTo}::uuid`),
    )
    .execute()
}
