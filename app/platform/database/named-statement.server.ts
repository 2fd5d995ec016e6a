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
import { asRead } from './asked-together.server'
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
  const standIns = Array.from({ length: build.length - 1 }, (_, at) => Symbol(`${name}, ${at}`))
  let built: { query: CompiledQuery<Row>; order: number[] } | null = null
  return async (db, ...given) => {
    if (!built) {
      const within = db.withPlugin(constantsInText)
      const query = build(within, ...(standIns as unknown as Given)).compile(within)
      const order = query.parameters.map((parameter) => standIns.indexOf(parameter as symbol))
      if (new Set(order).size !== standIns.length || order.includes(-1))
        throw new Error(`${name}: what is given does not stand in it as it is`)
      built = { query: named(name, query), order }
    }
    const { query, order } = built
    const { rows } = await db.executeQuery(asRead<Row>({ ...query, parameters: order.map((at) => given[at]) }))
    return rows
  }
}

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

  protected override transformValue(node: ValueNode): ValueNode {
    return typeof node.value === 'symbol' ? node : ValueNode.createImmediate(node.value)
  }

  protected override transformPrimitiveValueList({ values }: PrimitiveValueListNode) {
    const constants = values.map((value) => ValueNode.createImmediate(value))
    // The node for a list of plain values and the one for a list of value nodes compile to the same SQL, but the return
    // type allows only the former.
    return ValueListNode.create(constants) as unknown as PrimitiveValueListNode
  }
}

const constantsInText = new ConstantsInText()
