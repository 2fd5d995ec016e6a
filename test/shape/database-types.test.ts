import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useDatabase } from '../support/database'

const database = useDatabase()

// `npm run db:types` runs this test with --update, which writes the file.
test('db/schema.ts says what the migrations make', async () => {
  const { stdout } = await promisify(execFile)('node_modules/.bin/kysely-codegen', [
    ...['--dialect', 'postgres'],
    ...['--url', database.url],
    ...['--numeric-parser', 'number', '--date-parser', 'string'],
    ...['--type-mapping', JSON.stringify({ int8: 'number' })],
    ...['--exclude-pattern', 'schema_migrations'],
    '--print',
    '--log-level',
    'error',
  ])
  await expect(stdout).toMatchFileSnapshot('../../db/schema.ts')
})
