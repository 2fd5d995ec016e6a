import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readMigrations } from '~/platform/database/migrate.server'

/**
 * A migration that somebody has run is history: it is not edited, another is added. Its checksum is
 * written down when it lands, so that an edit shows as a changed line in db/migrations.lock.
 */
test('no migration was edited, and each is written down', async () => {
  const written = readFileSync('db/migrations.lock', 'utf8').trim().split('\n')
  const actual = (await readMigrations('db/migrations')).map(({ name, checksum }) => `${checksum}  ${name}`)
  expect(actual).toEqual(written)
})

test('each says on top why it is there', async () => {
  const silent = (await readMigrations('db/migrations')).filter(({ sql }) => !sql.startsWith('-- '))
  expect(silent.map(({ name }) => name)).toEqual([])
})
