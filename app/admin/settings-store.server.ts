import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

export type Banner = { text: string; until: Date }

export async function readSettings(db: Database): Promise<{ banner: Banner | null }> {
  const row = await db.selectFrom('settings').select(['banner', 'banner_until']).executeTakeFirst()
  return { banner: row?.banner && row.banner_until ? { text: row.banner, until: row.banner_until } : null }
}

/** The current banner. Null if there is none or it has expired. */
export async function readBanner(db: Database, now: Date): Promise<string | null> {
  const [row] = await askBanner(db, now)
  return row?.banner ?? null
}

const askBanner = builtOnce('banner', (db: Database, now: Date) =>
  db.selectFrom('settings').select('banner').where('banner_until', '>', now),
)

export async function updateBanner(db: Database, banner: Banner | null) {
  await db
    .updateTable('settings')
    .set({ banner: banner?.text ?? null, banner_until: banner?.until ?? null })
    .execute()
}
