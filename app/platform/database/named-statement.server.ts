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
 * A read that is the same text each time, built once and planned once (docs/decisions/0248). `build` is given stand-ins, so what it is given may only
 * stand in the query as it is: nothing can be worked out from it, and no list has a length. What is the same each time is
 * part of the text, so that a plan that is made once knows it.
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
 * A list for `= any($1)`, with one of it repeated up to ten. A plan that is made without the values is kept where it seems no
 * dearer than one for them alone, and of a list that it does not know PostgreSQL thinks ten: a shorter one is planned anew each time.
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
    // A list of values is written as one of numbers and words is; the type knows of no other kind.
    return ValueListNode.create(constants) as unknown as PrimitiveValueListNode
  }
}

const constantsInText = new ConstantsInText()
