import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { Postcode } from './postcode'

const columns = ['postcodes.code', 'name', 'state', 'latitude', 'longitude'] as const

/** Null if the postcode is not in our table. */
export async function readPostcode(db: Database, code: string): Promise<Postcode | null> {
  const [row] = await askPostcode(db, code)
  return row ?? null
}

const askPostcode = builtOnce('postcode', (db: Database, code: string) =>
  db.selectFrom('postcodes').select(columns).where('postcodes.code', '=', code),
)

/** The neighbouring postcodes, in order of code. */
export async function readNeighbours(db: Database, code: string): Promise<Postcode[]> {
  const rows = await db
    .selectFrom('postcode_neighbours')
    .innerJoin('postcodes', 'postcodes.code', 'postcode_neighbours.neighbour')
    .select(columns)
    .where('postcode_neighbours.code', '=', code)
    .orderBy('postcodes.code')
    .execute()
  return rows
}

/** The neighbours' codes of each of these postcodes. */
export async function readNeighbourCodes(db: Database, codes: string[]): Promise<Map<string, string[]>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .selectFrom('postcode_neighbours')
    .select(['code', 'neighbour'])
    .where('code', 'in', codes)
    .orderBy('neighbour')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ code }) => code)].map(([code, all]) => [code, all.map((one) => one.neighbour)]),
  )
}

/** Upsert. */
export async function savePostcode(db: Database, postcode: Postcode) {
  const { code, ...rest } = postcode
  await db
    .insertInto('postcodes')
    .values(postcode)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(rest))
    .execute()
}

/** The neighbour relation is symmetric: inserts both directions. */
export async function saveNeighbours(db: Database, code: string, neighbour: string) {
  await db
    .insertInto('postcode_neighbours')
    .values([
      { code, neighbour },
      { code: neighbour, neighbour: code },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Open postcodes in order of code; keyset pagination after `after`. */
export async function readOpenPostcodes(
  db: Database,
  after: string | null,
  most: number,
): Promise<{ code: string; name: string }[]> {
  let postcodes = db.selectFrom('postcodes').select(['code', 'name']).where('state', '=', 'open')
  if (after) postcodes = postcodes.where('code', '>', after)
  return postcodes.orderBy('code').limit(most).execute()
}

/** The subset of these codes that is open. */
export async function readOpenOf(db: Database, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await askOpenOf(db, codes)
  return new Set(rows.map(({ code }) => code))
}

const askOpenOf = builtOnce('open postcodes of', (db: Database, codes: readonly string[]) =>
  db.selectFrom('postcodes').select('code').where('code', '=', sql<string>`any(${codes})`).where('state', '=', 'open'),
)

/** SQL fragment for other slices' queries: the open postcodes as a table of `code` and `name`. */
export const openPostcodes = sql`(select code, name from postcodes where state = 'open')`
