import {
  type CompiledQuery,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type PrimitiveValueListNode,
  type QueryExecutorProvider,
  type QueryResult,
  ValueListNode,
  ValueNode,
} from 'kysely'
import { asRead, asWrite } from './asked-together.server'
import type { Database } from './database.server'

/**
 * Runs a named prepared statement: PostgreSQL parses and plans it once per connection and keeps it under its name. For
 * the few statements on the path of an alarm whose planning would cost more than their execution. A name belongs to one
 * SQL text (pg refuses it for another), so whatever varies must be a parameter.
 */
export function executeNamed<Row>(db: Database, name: string, query: Compilable<Row>): Promise<QueryResult<Row>> {
  return db.executeQuery(named(name, query.compile(db)))
}

/**
 * `executeNamed` for raw SQL that neither writes nor locks: it is pipelined with the other reads of this turn, as
 * Kysely's selects are by themselves (asked-together.server.ts).
 */
export function readNamed<Row>(db: Database, name: string, query: Compilable<Row>): Promise<QueryResult<Row>> {
  return db.executeQuery(asRead(named(name, query.compile(db))))
}

type Compilable<Row> = { compile(executor: QueryExecutorProvider): CompiledQuery<Row> }

// Kysely knows no statement names and passes `sql` to pg unchanged, which accepts a text or { name, text }.
const named = <Row>(name: string, compiled: CompiledQuery<Row>): CompiledQuery<Row> => ({
  ...compiled,
  sql: { name, text: compiled.sql } as unknown as string,
})

/**
 * A read that is compiled once and planned once, as a prepared statement (docs/decisions/0248). `build` is called with
 * placeholders, so it may only put its arguments into the query unchanged: nothing can be computed from them, and lists
 * have no length. Constants are written into the SQL text, so that the generic plan knows them.
 */
export function builtOnce<Row, Given extends readonly unknown[]>(
  name: string,
  build: (db: Database, ...given: Given) => Compilable<Row>,
): (db: Database, ...given: Given) => Promise<Row[]> {
  return compiledOnce(name, build, asRead)
}

/**
 * The same for a statement that writes or locks. A row to insert may be given as an object: each of its columns becomes
 * a placeholder, so every call must have the same columns, and none may be undefined: it would be written as null and not
 * as the column's default. A JSON value must be given as text.
 */
export function writtenOnce<Row, Given extends readonly unknown[]>(
  name: string,
  build: (db: Database, ...given: Given) => Compilable<Row>,
): (db: Database, ...given: Given) => Promise<Row[]> {
  return compiledOnce(name, build, asWrite)
}

function compiledOnce<Row, Given extends readonly unknown[]>(
  name: string,
  build: (db: Database, ...given: Given) => Compilable<Row>,
  marked: (query: CompiledQuery<Row>) => CompiledQuery<Row>,
): (db: Database, ...given: Given) => Promise<Row[]> {
  let built: { query: CompiledQuery<Row>; order: number[]; columns: string | null } | null = null
  return async (db, ...all) => {
    // More may be given than `build` takes.
    const given = all.slice(0, build.length - 1)
    built ??= {
      ...compileWithStandIns(name, build, db, given),
      columns: given.some(isRow) ? columnsOf(given) : null,
    }
    const { query, order, columns } = built
    // Nearly every read is given plain values, and needs none of this.
    const values = columns === null ? given : valuesOfRows(name, columns, given)
    const { rows } = await db.executeQuery(marked({ ...query, parameters: order.map((at) => values[at]) }))
    return rows
  }
}

function valuesOfRows(name: string, columns: string, given: readonly unknown[]): unknown[] {
  if (columns !== columnsOf(given)) throw new Error(`${name}: is given other columns than the first time`)
  if (given.some((one) => isRow(one) && Object.values(one).includes(undefined)))
    throw new Error(`${name}: a column is undefined`)
  return valuesOf(given)
}

/** `order`: for each parameter of the statement, its place among `valuesOf` what is given. */
function compileWithStandIns<Row, Given extends readonly unknown[]>(
  name: string,
  build: (db: Database, ...given: Given) => Compilable<Row>,
  db: Database,
  given: readonly unknown[],
): { query: CompiledQuery<Row>; order: number[] } {
  const within = db.withPlugin(constantsInText)
  const standIns = given.map((one, at) =>
    isRow(one)
      ? Object.fromEntries(Object.keys(one).map((column) => [column, Symbol(`${name}, ${column}`)]))
      : Symbol(`${name}, ${at}`),
  )
  const query = build(within, ...(standIns as unknown as Given)).compile(within)
  const places = valuesOf(standIns)
  const order = query.parameters.map((parameter) => places.indexOf(parameter))
  if (new Set(order).size !== places.length || order.includes(-1))
    throw new Error(`${name}: what is given does not stand in it as it is`)
  return { query: named(name, query), order }
}

const isRow = (one: unknown): one is Record<string, unknown> =>
  one !== null && typeof one === 'object' && Object.getPrototypeOf(one) === Object.prototype
const columnsOf = (given: readonly unknown[]) => given.map((one) => (isRow(one) ? Object.keys(one) : '')).join(';')
const valuesOf = (given: readonly unknown[]) => given.flatMap((one) => (isRow(one) ? Object.values(one) : [one]))

/**
 * Pads a list for `= any($1)` to ten items by repeating the first. PostgreSQL keeps the generic plan only if it seems
 * no dearer than a plan for the actual values, and assumes ten items for an unknown list: a shorter one would be
 * planned anew each time.
 */
export function asTen<Value>(values: readonly Value[]): readonly Value[] {
  return [...values, ...values.slice(0, 1).flatMap((one) => Array<Value>(Math.max(0, 10 - values.length)).fill(one))]
}

class ConstantsInText extends OperationNodeTransformer implements KyselyPlugin {
  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }

  protected override transformValue({ value }: ValueNode): ValueNode {
    return constantOf(value)
  }

  protected override transformPrimitiveValueList({ values }: PrimitiveValueListNode) {
    const constants = values.map(constantOf)
    // The node for a list of plain values and the one for a list of value nodes compile to the same SQL, but the return
    // type allows only the former.
    return ValueListNode.create(constants) as unknown as PrimitiveValueListNode
  }
}

const constantOf = (value: unknown) =>
  typeof value === 'symbol' ? ValueNode.create(value) : ValueNode.createImmediate(value)

const constantsInText = new ConstantsInText()
