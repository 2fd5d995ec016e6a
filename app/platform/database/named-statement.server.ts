import type { CompiledQuery, QueryExecutorProvider, QueryResult } from 'kysely'
import { asRead } from './asked-together.server'
import type { Database } from './database.server'

/**
 * Runs a named prepared statement: PostgreSQL parses and plans it once per connection and keeps it under this name. For the
 * few statements whose planning would cost more than they do, on the way of an alarm. A name belongs to one text: what
 * varies is a parameter. pg refuses the name for another text.
 */
export function executeNamed<Row>(db: Database, name: string, query: Compilable<Row>): Promise<QueryResult<Row>> {
  return db.executeQuery(named(name, query.compile(db)))
}

/**
 * The same for written SQL that changes nothing and holds nothing: it goes down one line with what else is read in this turn, as
 * what Kysely built does by itself (asked-together.server.ts).
 */
export function readNamed<Row>(db: Database, name: string, query: Compilable<Row>): Promise<QueryResult<Row>> {
  return db.executeQuery(asRead(named(name, query.compile(db))))
}

type Compilable<Row> = { compile(executor: QueryExecutorProvider): CompiledQuery<Row> }

// Kysely knows no names and hands `sql` on to pg as it is, which takes a text or { name, text }.
const named = <Row>(name: string, compiled: CompiledQuery<Row>): CompiledQuery<Row> => ({
  ...compiled,
  sql: { name, text: compiled.sql } as unknown as string,
})

/**
 * A read that is the same text each time, built once as well: `build` is given a database and a stand-in for each parameter, in
 * the order in which they stand in it.
 */
export function builtOnce<Row, Given extends readonly unknown[]>(
  name: string,
  build: (db: Database, ...given: Given) => Compilable<Row>,
  standIns: Given,
): (db: Database, ...given: Given) => Promise<QueryResult<Row>> {
  let built: CompiledQuery<Row> | null = null
  return (db, ...given) => {
    if (!built) {
      built = named(name, build(db, ...standIns).compile(db))
      if (built.parameters.length !== given.length) throw new Error(`${name}: other parameters than are given`)
    }
    return db.executeQuery({ ...built, parameters: given })
  }
}
