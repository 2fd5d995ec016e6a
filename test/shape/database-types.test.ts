import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useDatabase } from '../support/database'

const database = useDatabase()

// `npm run db:types` runs this test with --update, which writes the file.
test('db/schema.ts matches the tables that the migrations create', async () => {
  const { stdout } = await promisify(execFile)('node_modules/.bin/kysely-codegen', [
    ...['--dialect', 'postgres'],
    ...['--url', database.url],
    ...['--numeric-parser', 'number', '--date-parser', 'string'],
    ...['--type-mapping', JSON.stringify({ int8: 'number' })],
    ...['--exclude-pattern', 'schema_migrations*'],
    '--print',
    '--log-level',
    'error',
  ])
  await expect(withUnions(stdout, await readWords())).toMatchFileSnapshot('../../db/schema.ts')
})

type Words = { table: string; column: string; words: string[] }

/** Text columns that a CHECK limits to some words, as in `check (plan in ('base', 'sponsor', 'season'))`. */
async function readWords(): Promise<Words[]> {
  const { rows } = await database.pool.query<{ table: string; rule: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'c' and conrelid <> 0 and cardinality(conkey) = 1 order by 1, 2`,
  )
  return rows.flatMap(({ table, rule }) => {
    const [, column, listed] = /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(?=')(.+)\]\)|(?='))/.exec(rule) ?? []
    const words = [...(listed ?? rule).matchAll(/'([^']+)'::text/g)].map(([, word]) => word ?? '')
    return column && words.length > 0 ? [{ table, column, words }] : []
  })
}

/**
 * kysely-codegen ignores CHECK constraints and types such columns as `string`. Replaces that by the union of the
 * allowed words.
 */
function withUnions(schema: string, found: Words[]): string {
  return found.reduce((text, { table, column, words }) => {
    const name = new RegExp(`^  "?${table}"?: (\\w+);$`, 'm').exec(text)?.[1]
    const union = words.map((word) => JSON.stringify(word)).join(' | ')
    const typed = text.replace(
      new RegExp(`(export interface ${name} \\{[^}]*\\n  ${column}: [^;]*)\\bstring\\b`),
      (_, before: string) => before + union,
    )
    if (typed === text) throw new Error(`${table}.${column} is not in the schema as text`)
    return typed
  }, schema)
}
