import { type SelectQueryBuilder, sql } from 'kysely'
import { anId } from '~/shared/id'

/** Where the page before ended, as the address says; nonsense in it is the first page. */
export function readCursor(request: Request): string | null {
  return anId().nullable().catch(null).parse(new URL(request.url).searchParams.get('before'))
}

/** Of rows read with one more than a page shows: the page, and where the next one begins if there is one. */
export function pageOf<Row extends { id: string }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, next: rows.length > size ? shown.at(-1)?.id : undefined }
}

type Sorted = {
  table: string
  /** A column that is never empty, or an expression of the table's own that an index begins with; without one the id alone. */
  by?: string | null
  down: boolean
  /** The id of the last row of the page before. */
  before: string | null
}

/**
 * Rows by a column and then by id, from just after the row that the page before ended with. What that row has in the column is asked of
 * the table: an address holds no name and no sum, and a moment keeps its microseconds. A row that is gone since ends the list.
 */
export function inOrder<Tables, Used extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Used, Row>,
  { table, by, down, before }: Sorted,
) {
  const id = sql.ref(`${table}.id`)
  const way = down ? 'desc' : 'asc'
  const beyond = sql.raw(down ? '<' : '>')
  if (!by) {
    const found = rows.orderBy(id, way)
    return before ? found.where(sql<boolean>`${id} ${beyond} ${before}::uuid`) : found
  }
  const value = sql.raw(by)
  const found = rows.orderBy(value, way).orderBy(id, way)
  if (!before) return found
  const last = sql`(select ${value} from ${sql.table(table)} where id = ${before}::uuid)`
  return found.where(sql<boolean>`(${value}, ${id}) ${beyond} (${last}, ${before}::uuid)`)
}
