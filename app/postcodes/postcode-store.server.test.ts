import { expect, test } from 'vitest'
import { seedPostcodes } from '../../db/seed/postcodes'
import { useDatabase } from '../../test/support/database'
import { readNeighbours, readPostcode } from './postcode-store.server'

const database = useDatabase()

test('the pilot postcode exists and is open after the migrations', async () => {
  expect(await readPostcode(database.db, '12540')).toMatchObject({ name: 'Älvsjö', state: 'open' })
  expect(await readPostcode(database.db, '99999')).toBeNull()
})

test('seeding the demo twice gives mutual neighbours', async () => {
  await seedPostcodes(database.db)
  await seedPostcodes(database.db)
  const neighbours = await readNeighbours(database.db, '12540')
  expect(neighbours.length).toBeGreaterThan(2)
  for (const { code } of neighbours) {
    expect((await readNeighbours(database.db, code)).map((back) => back.code)).toContain('12540')
  }
  expect(await readPostcode(database.db, '12540')).toMatchObject({ name: 'Älvsjö', state: 'open' })
})
