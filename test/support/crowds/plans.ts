import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '~/platform/database/database.server'
import type { TestDatabase } from '../database'

/* Query plans of what a page asks: statements are captured and explained. */

/** Has a name if it is sent as a prepared statement, whose plan is cached (docs/decisions/0248). */
export type Statement = { name?: string; sql: string; parameters: readonly unknown[] }

/** Captures every statement that `ask` sends. */
export async function statementsOf(
  { pool }: Pick<TestDatabase, 'pool'>,
  ask: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      const { sql, parameters } = query as {
        sql: string | { name: string; text: string }
        parameters: readonly unknown[]
      }
      statements.push(typeof sql === 'string' ? { sql, parameters } : { name: sql.name, sql: sql.text, parameters })
    },
  })
  await ask(db)
  return statements
}

export type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

export async function explain({ pool }: Pick<TestDatabase, 'pool'>, { sql, parameters }: Statement): Promise<Plan> {
  const { rows } = await pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
  return rows[0]['QUERY PLAN'][0].Plan
}

/** Explains with a generic plan, as for a cached prepared statement, which was planned without knowing the values. */
export async function explainKept({ pool }: Pick<TestDatabase, 'pool'>, { sql, parameters }: Statement): Promise<Plan> {
  const line = await pool.connect()
  try {
    await line.query(`begin; set local plan_cache_mode = force_generic_plan; prepare kept as ${sql}`)
    const { rows } = await line.query(`explain (analyze, format json) execute kept (${parameters.map(literal)})`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    // Closes the connection: its prepared statement must not reach the next user of the pool.
    line.release(true)
  }
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Date) return literal(value.toISOString())
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value))
}

/** Every table that a plan scans, and how many rows it reads. */
export function scansOf(plan: Plan): { kind: string; relation: string | undefined; rows: number }[] {
  const read =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name']
    ? [{ kind: plan['Node Type'], relation: plan['Relation Name'], rows: read * plan['Actual Loops'] }]
    : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)]
}
