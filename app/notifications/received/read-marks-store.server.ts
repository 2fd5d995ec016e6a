import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/** The last notice that a person has read. Null if they have read none. */
export async function readMark(db: Database, personId: string) {
  const [row] = await askMark(db, personId)
  return row ?? null
}

const askMark = builtOnce('notices read', (db: Database, personId: string) =>
  db.selectFrom('notice_reads').select(['read_to as readTo', 'read_at as readAt']).where('profile_id', '=', personId),
)

/** The mark never moves backwards: a late request from an older page does not make notices unread again. */
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
