import { sql } from 'kysely'
import { companyIsListed, companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/** Companies that residents have saved. Visible to the resident alone. */

/** A cap per resident, so that the list stays usable. */
export const MOST_FAVOURITES = 50

/** False if the company is not listed, or saved already. */
export async function insertFavourite(db: Database, customerId: string, companyId: string, now: Date) {
  const { numAffectedRows } = await sql`insert into favourites (customer_id, company_id, saved_at)
    select ${customerId}, asked.id, ${now} from (select ${companyId}::uuid as id) as asked
    where ${companyIsListed('asked.id')}
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

export async function countFavourites(db: Database, customerId: string): Promise<number> {
  const { kept } = await db
    .selectFrom('favourites')
    .select((count) => count.fn.countAll<number>().as('kept'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return kept
}

export async function deleteFavourite(db: Database, customerId: string, companyId: string) {
  await db.deleteFrom('favourites').where('customer_id', '=', customerId).where('company_id', '=', companyId).execute()
}

/** Ordered by name, without companies that are not listed at present. */
export async function readFavourites(db: Database, customerId: string): Promise<{ id: string; name: string }[]> {
  return askFavourites(db, customerId)
}

const askFavourites = builtOnce('favourites', (db: Database, customerId: string) =>
  db
    .selectFrom('favourites')
    .select('company_id as id')
    .select(companyName('favourites.company_id').$castTo<string>().as('name'))
    .where('customer_id', '=', customerId)
    .where(companyIsListed('favourites.company_id'))
    .orderBy('name')
    .limit(MOST_FAVOURITES),
)

export async function isFavourite(db: Database, customerId: string, companyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('favourites')
    .select('company_id')
    .where('customer_id', '=', customerId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row !== undefined
}

/** A resident's saved companies, for their data export. */
export async function readFavouritesWhole(db: Database, customerId: string) {
  return db
    .selectFrom('favourites')
    .select('saved_at as savedAt')
    .select(companyName('favourites.company_id').$castTo<string>().as('name'))
    .where('customer_id', '=', customerId)
    .orderBy('saved_at')
    .execute()
}
