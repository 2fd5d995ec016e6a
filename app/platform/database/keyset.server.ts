import { type SelectQueryBuilder, sql } from 'kysely'
import { anId } from '~/shared/id'

/**
 * The keyset cursor from the address (`before`): the id of the last row of the previous page. An invalid value means
 * the first page.
 */
export function readCursor(request: Request): string | null {
  return anId().nullable().catch(null).parse(new URL(request.url).searchParams.get('before'))
}

/** Splits rows read with limit `size + 1` into the page and the cursor of the next one, if there is one. */
export function pageOf<Row extends { id: string }>(rows: readonly Row[], size: number) {
  const shown = rows.slice(0, size)
  return { shown, next: rows.length > size ? shown.at(-1)?.id : undefined }
}

type Sorted = {
  table: string
  /**
   * The sort column: never null, or an expression on the table's own columns with an index that begins with it. Without
   * it, sorted by id alone.
   */
  by?: string | null
  down: boolean
  /** The cursor: the id of the last row of the previous page. */
  before: string | null
}

/**
 * Keyset pagination by a column, then by id, starting after the cursor row. The cursor row's value in the column is
 * read in the query: the address then holds no name or sum, and timestamps keep their microseconds. If the cursor row
 * has been deleted since, a list sorted by a column ends.
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
