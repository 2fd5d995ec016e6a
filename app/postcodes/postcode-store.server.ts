import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { Postcode } from './postcode'

const columns = ['postcodes.code', 'name', 'state', 'latitude', 'longitude'] as const

/** Null for a postcode that we have never heard of. */
export async function readPostcode(db: Database, code: string): Promise<Postcode | null> {
  const [row] = await askPostcode(db, code)
  return row ?? null
}

const askPostcode = builtOnce('postcode', (db: Database, code: string) =>
  db.selectFrom('postcodes').select(columns).where('postcodes.code', '=', code),
)

/** The postcodes beside it, in order. */
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

/** The codes beside each of these. */
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

/** Writes an area as it should be; one that is there already is brought up to date. */
export async function savePostcode(db: Database, postcode: Postcode) {
  const { code, ...rest } = postcode
  await db
    .insertInto('postcodes')
    .values(postcode)
    .onConflict((conflict) => conflict.column('code').doUpdateSet(rest))
    .execute()
}

/** Being neighbours goes both ways. */
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

/** Open areas in order of their code; after the one that the page before ended with. */
export async function readOpenPostcodes(
  db: Database,
  after: string | null,
  most: number,
): Promise<{ code: string; name: string }[]> {
  let postcodes = db.selectFrom('postcodes').select(['code', 'name']).where('state', '=', 'open')
  if (after) postcodes = postcodes.where('code', '>', after)
  return postcodes.orderBy('code').limit(most).execute()
}

/** Those of the codes that are open. */
export async function readOpenOf(db: Database, codes: readonly string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await askOpenOf(db, codes)
  return new Set(rows.map(({ code }) => code))
}

const askOpenOf = builtOnce('open postcodes of', (db: Database, codes: readonly string[]) =>
  db.selectFrom('postcodes').select('code').where('code', '=', sql<string>`any(${codes})`).where('state', '=', 'open'),
)

/** For the query of another slice: the open areas, as a table of `code` and `name`. */
export const openPostcodes = sql`(select code, name from postcodes where state = 'open')`
