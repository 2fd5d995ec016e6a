import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { PostcodeState } from './postcode'

/** Postcodes for administrators, with the number of members and companies. */

type Asked = { state: PostcodeState | null; text: string; after: string | null; limit: number }

/** In order of code; keyset pagination after `after`. The text matches the start of a code or part of a name. */
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

/** Postcodes that are not open but have members waiting, most first. Includes codes not in our table. */
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

/** Locks the postcode until the transaction ends. */
export async function lockPostcode(db: Database, code: string) {
  const row = await db
    .selectFrom('postcodes')
    .select(['code', 'name', 'state', 'latitude', 'longitude'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  return row
}

/** False if it already exists. */
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

/** Deletes both directions of the relation. */
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
