import pg from 'pg'
import type { TestDatabase } from '../database'

/**
 * Inserts many rows as the tables' owner, one statement after the other (VACUUM cannot run among others). Triggers and
 * foreign keys are off: the rows that they would look at do not matter to a plan.
 */
export async function insertCrowd({ url }: Pick<TestDatabase, 'url'>, statements: readonly string[]) {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  for (const statement of statements) await owner.query(statement)
  await owner.end()
}
