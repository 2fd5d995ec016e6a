import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export type SavedView = { id: string; list: string; name: string; asked: string; place: number }

/** A person's own views, by name; at most `mostViews`. */
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

/** Upsert by name: an existing view of that name gets the new query, so sending twice creates one. */
export async function writeView(db: Database, { personId, list, name, asked, place, at }: NewView) {
  await db
    .insertInto('saved_views')
    .values({ person_id: personId, list, name, asked, place, created_at: at })
    .onConflict((same) => same.columns(['person_id', 'list', 'name']).doUpdateSet({ asked }))
    .execute()
}

/** Deletes one of the person's own views. Another person's id matches nothing. */
export async function deleteView(db: Database, personId: string, id: string) {
  await db.deleteFrom('saved_views').where('person_id', '=', personId).where('id', '=', id).execute()
}
