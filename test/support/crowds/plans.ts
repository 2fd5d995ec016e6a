import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { TestDatabase } from '../database'

/* How the database goes about what a page asks: what is sent is caught on its way, and explained. */

export type Statement = { sql: string; parameters: readonly unknown[] }

/** Every statement that the question sends. */
export async function statementsOf(
  { pool }: Pick<TestDatabase, 'pool'>,
  ask: (db: Database) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = []
  const db: Database = new Kysely({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      statements.push({ sql: query.sql, parameters: query.parameters })
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

/** Every table that a plan reads, and how many of its rows. */
export function scansOf(plan: Plan): { kind: string; relation: string | undefined; rows: number }[] {
  const read =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const own = plan['Relation Name']
    ? [{ kind: plan['Node Type'], relation: plan['Relation Name'], rows: read * plan['Actual Loops'] }]
    : []
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)]
}
