import { sql } from 'kysely'
import { companyIsListed, companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'

/** Companies that residents keep. Nobody but they know. */

/** More than somebody finds their way in. */
export const MOST_FAVOURITES = 50

/** False for one that nobody can see, or that is kept already. */
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

/** By name; without those that are not to be seen just now. */
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

/** For the file with everything about a person. */
export async function readFavouritesWhole(db: Database, customerId: string) {
  return db
    .selectFrom('favourites')
    .select('saved_at as savedAt')
    .select(companyName('favourites.company_id').$castTo<string>().as('name'))
    .where('customer_id', '=', customerId)
    .orderBy('saved_at')
    .execute()
}
