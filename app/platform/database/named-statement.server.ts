import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'
import type { Database } from './database.server'

/**
 * Runs a named prepared statement: PostgreSQL parses and plans it once per connection and keeps it under this name. For the
 * few statements whose planning would cost more than they do, on the way of an alarm. A name belongs to one text: what
 * varies is a parameter. pg refuses the name for another text.
 */
export function executeNamed<Row>(
  db: Database,
  name: string,
  query: { compile(executor: QueryExecutorProvider): CompiledQuery<Row> },
): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  // Kysely knows no names and hands `sql` on to pg as it is, which takes a text or { name, text }.
  const sql = { name, text: compiled.sql } as unknown as string
  return db.executeQuery({ ...compiled, sql })
}
