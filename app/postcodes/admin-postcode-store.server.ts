import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { PostcodeState } from './postcode'

/** Postcodes as administrators see them, with how many live and work there. */

type Asked = { state: PostcodeState | null; text: string; after: string | null; limit: number }

/** By number, from just after `after`. A text is the beginning of a number, or a part of a name. */
export async function readPostcodes(db: Database, { state, text, after, limit }: Asked) {
  let rows = db
    .selectFrom('postcodes')
    .leftJoin('postcode_figures as figures', 'figures.code', 'postcodes.code')
    .select(['postcodes.code', 'name', 'state'])
    .select((of) => [
      of.fn.coalesce('figures.members', sql<number>`0`).as('members'),
      of.fn.coalesce('figures.companies', sql<number>`0`).as('companies'),
    ])
    .orderBy('postcodes.code')
    .limit(limit)
  if (state) rows = rows.where('state', '=', state)
  const digits = text.replace(/\s/g, '')
  if (/^\d{1,5}$/.test(digits)) {
    rows = rows
      .where('postcodes.code', '>=', digits.padEnd(5, '0'))
      .where('postcodes.code', '<=', digits.padEnd(5, '9'))
  } else if (text) {
    rows = rows.where(sql<boolean>`position(plain_text(${text}) in plain_text(name)) > 0`)
  }
  if (after) rows = rows.where('postcodes.code', '>', after)
  return rows.execute()
}

/** Where people wait though it is not open, most first: also numbers we have never heard of. */
export async function readWaitingAreas(db: Database, limit: number) {
  return db
    .selectFrom('postcode_figures as figures')
    .leftJoin('postcodes', 'postcodes.code', 'figures.code')
    .select(['figures.code', 'postcodes.name', 'figures.members'])
    .where('figures.members', '>', 0)
    .where((is) => is.or([is('postcodes.state', 'is', null), is('postcodes.state', '<>', 'open')]))
    .orderBy('figures.members', 'desc')
    .orderBy('figures.code')
    .limit(limit)
    .execute()
}

export async function readFigures(db: Database, code: string) {
  const row = await db
    .selectFrom('postcode_figures')
    .select(['members', 'companies'])
    .where('code', '=', code)
    .executeTakeFirst()
  return row ?? { members: 0, companies: 0 }
}

/** Held until the transaction ends. */
export async function lockPostcode(db: Database, code: string) {
  const row = await db
    .selectFrom('postcodes')
    .select(['code', 'name', 'state', 'latitude', 'longitude'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** False when it is there already. */
export async function insertPostcode(
  db: Database,
  postcode: { code: string; name: string; latitude: number | null; longitude: number | null },
): Promise<boolean> {
  const row = await db
    .insertInto('postcodes')
    .values({ ...postcode, state: 'planned' })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePostcode(
  db: Database,
  code: string,
  change: { name?: string; latitude?: number | null; longitude?: number | null; state?: PostcodeState },
) {
  await db.updateTable('postcodes').set(change).where('code', '=', code).execute()
}

/** Both directions. */
export async function deleteNeighbours(db: Database, code: string, neighbour: string) {
  await db
    .deleteFrom('postcode_neighbours')
    .where((is) =>
      is.or([
        is.and([is('code', '=', code), is('neighbour', '=', neighbour)]),
        is.and([is('code', '=', neighbour), is('neighbour', '=', code)]),
      ]),
    )
    .execute()
}
