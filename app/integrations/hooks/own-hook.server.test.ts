import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { notThere } from '~/shared/outcome'
import { addHook, addKey, keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany } from '../../../test/support/people'
import { readKeys } from '../keys/key-store.server'
import { takeKeyBack } from '../keys/own-keys.server'
import { readSystems } from '../read-systems.server'
import { readDeliveries } from './delivery-store.server'
import { insertHook, readHooks } from './hook-store.server'
import { makeHook, readOwnHook, removeHook, renewHookSecret, tryHook, turnHook } from './own-hook.server'

/** Who may change a company's webhooks, and how many it may have. */

const house = useHouse()
const url = 'http://127.0.0.1:9/larm'
let own: Awaited<ReturnType<typeof openOwnedPartner>>
beforeEach(async () => {
  own = await openOwnedPartner(house)
})

test('a webhook without an id, or with one that is no id, is not there', async () => {
  for (const values of [{}, { id: 'x' }] as Record<string, string>[]) {
    for (const deed of [turnHook, tryHook, renewHookSecret, removeHook]) {
      expect(await deed(house, own.owner.signedIn, values)).toEqual(notThere)
    }
  }
  expect(await readOwnHook(house, own.owner.signedIn, 'x')).toEqual(notThere)
})

test('a company that takes no alarms can neither add, change nor try a webhook, nor revoke a key', async () => {
  const { signedIn } = await joinAsCompany(house)
  const { id } = await addHook(house, own.owner, url)
  await addKey(house, own.owner, keyValues([own.postcode]))
  const [key] = await readKeys(house.db, own.companyId)
  await expect(makeHook(house, signedIn, { id: randomUUID(), url })).rejects.toThrow()
  for (const deed of [turnHook, tryHook, renewHookSecret, removeHook]) {
    await expect(deed(house, signedIn, { id, on: 'no' })).rejects.toThrow()
  }
  await expect(takeKeyBack(house, signedIn, { id: key?.id ?? '' })).rejects.toThrow()
  expect(await readSystems(house.db, own.companyId)).toMatchObject({
    hooks: [{ id, isOn: true, oldSecretUntil: null }],
    keys: [{ id: key?.id, revokedAt: null }],
  })
  expect(await readDeliveries(house.db, id, 9)).toEqual([])
})

test('a webhook that is sent twice is added once, and the second answer says that it is there', async () => {
  const values = { id: randomUUID(), url }
  const make = () => makeHook(house, own.owner.signedIn, values)
  valueFrom(await make())
  expect(refusalFrom(await make()).title).toBe('Mottagaren är redan sparad')
  expect(await readHooks(house.db, own.companyId)).toHaveLength(1)
})

test('of two webhooks that are added at the same moment only one is the fifth', async () => {
  for (let made = 0; made < 4; made++) await addHook(house, own.owner, url)
  const { companyId, owner } = own
  // What the other request holds: the company's row, and a webhook that is not committed yet. A weaker lock than the
  // product's, since for that one the foreign key alone would make this request wait.
  const fifth = async (db: Database) => {
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    const hook = { id: randomUUID(), companyId, url, secret: 'sealed', createdBy: owner.signedIn.person.id }
    expect(await insertHook(db, hook, house.clock.now())).toBe(true)
  }
  const second = () => makeHook(house, owner.signedIn, { id: randomUUID(), url })
  expect(refusalFrom(await behind(house.db, fifth, second)).message).toContain('redan 5 mottagare')
  expect(await readHooks(house.db, companyId)).toHaveLength(5)
})

test('a webhook that is added while the company is removed is refused', async () => {
  const { companyId, owner } = own
  const removed = (db: Database) =>
    db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', companyId).execute()
  const added = await behind(house.db, removed, () => makeHook(house, owner.signedIn, { id: randomUUID(), url }))
  expect(refusalFrom(added).message).toBe('Företaget finns inte kvar.')
  expect(await readHooks(house.db, companyId)).toEqual([])
})
