import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export type SavedView = { id: string; list: string; name: string; asked: string; place: number }

/** A person's own, by name: `mostViews` at most. */
export async function readViews(db: Database, personId: string, list?: string): Promise<SavedView[]> {
  let rows = db
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'asked', 'place'])
    .where('person_id', '=', personId)
    .orderBy('list')
    .orderBy(sql`name collate "sv-x-icu"`)
  if (list) rows = rows.where('list', '=', list)
  return rows.execute()
}

type NewView = { personId: string; list: string; name: string; asked: string; place: number; at: Date }

/** A name that a list has already leads to what is asked now: sent twice, it is one view. */
export async function writeView(db: Database, { personId, list, name, asked, place, at }: NewView) {
  await db
    .insertInto('saved_views')
    .values({ person_id: personId, list, name, asked, place, created_at: at })
    .onConflict((same) => same.columns(['person_id', 'list', 'name']).doUpdateSet({ asked }))
    .execute()
}

/** Somebody else's is nobody's. */
export async function deleteView(db: Database, personId: string, id: string) {
  await db.deleteFrom('saved_views').where('person_id', '=', personId).where('id', '=', id).execute()
}
