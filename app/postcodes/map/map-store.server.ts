import type { Database } from '~/platform/database/database.server'
import type { Loaded } from './explain-map'
import type { Area } from './geojson'

export type LoadedMap = Loaded & { areas: Area[] }

/** The districts around a postcode. Null if none were loaded. */
export async function readLoadedMap(db: Database, postcode: string): Promise<LoadedMap | null> {
  const row = await db
    .selectFrom('postcode_maps')
    .select(['source', 'loaded_at as loadedAt'])
    .select((map) => map.ref('areas').$castTo<Area[]>().as('areas'))
    .where('postcode', '=', postcode)
    .executeTakeFirst()
  return row ?? null
}

/** Upsert: replaces the previous map. */
export async function saveLoadedMap(db: Database, postcode: string, { source, areas, loadedAt }: LoadedMap) {
  const row = { source, areas: JSON.stringify(areas), loaded_at: loadedAt }
  await db
    .insertInto('postcode_maps')
    .values({ postcode, ...row })
    .onConflict((conflict) => conflict.column('postcode').doUpdateSet(row))
    .execute()
}

export async function deleteLoadedMap(db: Database, postcode: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('postcode_maps').where('postcode', '=', postcode).executeTakeFirst()
  return numDeletedRows > 0n
}
