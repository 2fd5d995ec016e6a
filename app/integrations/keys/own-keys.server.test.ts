import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import type { Database } from '~/platform/database/database.server'
import { notThere } from '~/shared/outcome'
import { keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { setAreas } from '../../../test/support/guards'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { PASSWORD } from '../../../test/support/people'
import { hashOf, newKey } from './key-secret.server'
import { insertKey, readKeys } from './key-store.server'
import { makeKey, takeKeyBack } from './own-keys.server'

const house = useHouse()
let own: Awaited<ReturnType<typeof openOwnedPartner>>
beforeAll(async () => {
  own = await openOwnedPartner(house)
})

const make = (values: Record<string, string>) =>
  makeKey({ house, visitor: own.owner.visitor, signedIn: own.owner.signedIn, values })
const written = (limit: number) => readAudit(house.db, { kind: 'company', id: own.companyId }, limit)

test('a key has the chosen deeds, areas and lifetime only; creating and revoking it is logged without the secret', async () => {
  await setAreas(house, own.companyId, [own.postcode, '49998'])
  const before = house.clock.now().getTime()
  const values = { ...keyValues([own.postcode, '49997'], ['close', 'list']), 'may-reject': 'yes', days: '30' }
  const secret = valueFrom(await make({ ...values, name: 'x'.repeat(40) })).secret
  const [key] = await readKeys(house.db, own.companyId)
  const held = { name: 'x'.repeat(40), deeds: ['list', 'close'], postcodes: [own.postcode], revokedAt: null }
  expect(key).toMatchObject({ id: values.id, ...held })
  expect(secret).toContain(key?.mark)
  const days = ((key?.expiresAt.getTime() ?? 0) - before) / 86_400_000
  expect([Math.floor(days), days < 30.01]).toEqual([30, true])
  const [entry] = await written(1)
  expect(entry).toMatchObject({ deed: 'make api key', actorId: own.owner.signedIn.person.id, before: {} })
  const { mark } = key ?? {}
  expect(entry?.after).toEqual({ mark, name: held.name, deeds: 'list, close', postcodes: own.postcode, days: 30 })
  expect(JSON.stringify(entry)).not.toContain(secret)

  // A repeated request creates no second key and no audit entry.
  expect(refusalFrom(await make(values)).title).toBe('Nyckeln är redan skapad')
  expect([(await readKeys(house.db, own.companyId)).length, (await written(5)).length]).toEqual([1, 1])

  expect(await takeKeyBack(house, own.owner.signedIn, {})).toBe(notThere)
  expect(await takeKeyBack(house, own.owner.signedIn, { id: randomUUID() })).toBe(notThere)
  valueFrom(await takeKeyBack(house, own.owner.signedIn, { id: values.id }))
  expect(await written(5)).toMatchObject([{ deed: 'take back api key', before: { mark }, after: {} }, {}])
})

test('refuses an invalid key with a message at the field', async () => {
  const values = keyValues([own.postcode])
  const fieldsOf = async (given: Record<string, string>) => refusalFrom(await make({ ...values, ...given }))
  expect((await fieldsOf({ name: ' ' })).fields).toEqual({ name: 'Skriv vad systemet heter' })
  expect(Object.keys((await fieldsOf({ name: 'x'.repeat(41) })).fields)).toEqual(['name'])
  for (const name of ['Polisen 2', 'P0lisen', 'Рolisen', 'Jouren', 'SOS Alarm 112'])
    expect(Object.keys((await fieldsOf({ name })).fields), name).toEqual(['name'])
  for (const days of ['31', '']) expect((await fieldsOf({ days })).fields).toEqual({ days: 'Välj hur länge' })
  expect((await fieldsOf({ id: 'x' })).fields.id).toBe('Ladda om sidan och försök igen')
  const nothing = refusalFrom(await make(keyValues([own.postcode], [])))
  expect(nothing.fields).toEqual({ 'may-list': 'Välj minst en sak som den får göra' })
  expect(refusalFrom(await make(keyValues([]))).message).toBe('Välj minst ett postnummer.')
})

test('requires the password to create a key when the login is old', async () => {
  house.clock.forward({ hours: 2 })
  const kept = (await readKeys(house.db, own.companyId)).length
  expect(refusalFrom(await make(keyValues([own.postcode]))).fields).toEqual({
    password: 'Skriv ditt lösenord igen',
  })
  expect(await readKeys(house.db, own.companyId)).toHaveLength(kept)
  valueFrom(await make({ ...keyValues([own.postcode]), password: PASSWORD }))
  expect(await readKeys(house.db, own.companyId)).toHaveLength(kept + 1)
})

test('of two keys that are created at the same moment only one is the tenth, and the other is not logged', async () => {
  const { companyId, owner, postcode } = await openOwnedPartner(house)
  const createdBy = owner.signedIn.person.id
  const now = house.clock.now()
  const add = (db: Database, name: string) =>
    insertKey(
      db,
      {
        ...{ id: randomUUID(), companyId, name, mark: newKey().mark, secretHash: hashOf('x'), createdBy },
        ...{ deeds: ['list'], postcodes: [postcode], expiresAt: new Date(now.getTime() + 86_400_000) },
      },
      now,
    )
  for (let made = 0; made < 9; made++) expect(await add(house.db, `Nyckel ${made}`)).toBe(true)
  // What the other request holds: the company's row, and a key that is not committed yet. A weaker lock than the
  // product's, since for that one the foreign key alone would make this request wait.
  const tenth = async (db: Database) => {
    await db.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    expect(await add(db, 'Den tionde')).toBe(true)
  }
  const { visitor, signedIn } = owner
  const second = () => makeKey({ house, visitor, signedIn, values: keyValues([postcode]) })
  expect(refusalFrom(await behind(house.db, tenth, second)).message).toContain('redan 10 nycklar')
  expect(await readKeys(house.db, companyId)).toHaveLength(10)
  expect(await readAudit(house.db, { kind: 'company', id: companyId }, 5)).toEqual([])
})

test('a key that is made while the company is removed is refused', async () => {
  const { companyId, owner, postcode } = await openOwnedPartner(house)
  const { visitor, signedIn } = owner
  const removed = (db: Database) =>
    db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', companyId).execute()
  const made = await behind(house.db, removed, () =>
    makeKey({ house, visitor, signedIn, values: keyValues([postcode]) }),
  )
  expect(refusalFrom(made).message).toBe('Företaget finns inte kvar.')
  expect(await readKeys(house.db, companyId)).toEqual([])
})
