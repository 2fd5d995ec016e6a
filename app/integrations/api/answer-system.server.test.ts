import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { mayTry } from '~/door/attempts.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { addKey, keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { useHouse } from '../../../test/support/house'
import { readKeys } from '../keys/key-store.server'
import { answerSystem } from './pages/answer-system.server'

/** How a system is let in by its key. What a key gives access to is tested in test/attacks/systems. */

const house = useHouse()
let address = ''
let asked = 0
beforeEach(() => {
  address = `198.51.100.${++asked}`
})

async function ask(authorization: string | null, deed: 'list' | 'close' = 'list') {
  const context = new RouterContextProvider()
  context.set(houseContext, house)
  context.set(visitorContext, await house.visitor({ address }))
  const request = new Request('http://kvartera.test', { headers: authorization === null ? {} : { authorization } })
  return answerSystem({ request, context }, deed, async ({ key, actor }) => Response.json({ id: key.id, actor }))
}
async function openKey() {
  const { owner, companyId, postcode } = await openOwnedPartner(house)
  const key = await addKey(house, owner, keyValues([postcode], ['list']))
  const [own] = await readKeys(house.db, companyId)
  if (!own) throw new Error('no key')
  return { key, companyId, id: own.id, mark: own.mark }
}
/** Spends a limit, but for what is left. */
async function spend(what: 'api from an address' | 'api by a key', who: string, left: number) {
  await mayTry(house, what, who)
  const { numUpdatedRows } = await house.db
    .updateTable('attempts')
    .set({ count: 1_200 - left })
    .where('count', '=', 1)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}

test('a key acts for its company, without a guard, and the scheme may be written in any case', async () => {
  const { key, companyId, id, mark } = await openKey()
  const actor = { kind: 'partner', companyId, guardId: null, via: 'api', key: { name: 'Ledningssystemet', mark } }
  for (const scheme of ['Bearer', 'bearer']) {
    const answer = await ask(`${scheme} ${key}`)
    expect([answer.status, await answer.json()]).toEqual([200, { id, actor }])
  }
})

test.each([
  [null, 'Bearer', /^Skicka "Authorization: Bearer/],
  ['Basic YWxpOng=', 'Bearer', /^Skicka "Authorization: Bearer/],
  ['Bearer', 'Bearer', /^Skicka "Authorization: Bearer/],
  ['Bearer kvk_00000000_x', 'Bearer error="invalid_token"', /^Nyckeln gäller inte/],
])('%s is refused with 401, and says which key is needed', async (authorization, scheme, detail) => {
  const answer = await ask(authorization)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, scheme])
  expect((await answer.json()).detail).toMatch(detail)
})

test('a key without the deed is refused with 403, and the work is not begun', async () => {
  const { key } = await openKey()
  const answer = await ask(`Bearer ${key}`, 'close')
  expect(answer.status).toBe(403)
  expect((await answer.json()).detail).toMatch(/^Nyckeln är inte till för det här/)
})

test('the last use of a key is noted once a minute', async () => {
  const { key, companyId } = await openKey()
  const usedAt = async () => {
    await ask(`Bearer ${key}`)
    return (await readKeys(house.db, companyId))[0]?.lastUsedAt?.getTime()
  }
  house.clock.forward({})
  const first = house.clock.now().getTime()
  const used: unknown[] = []
  for (const ms of [0, 60_000, 1]) {
    house.clock.forward({ minutes: ms / 60_000 })
    used.push((await usedAt()) ?? null)
  }
  expect(used).toEqual([first, first, first + 60_001])
})

test('the key of a removed company is refused with 401', async () => {
  const { key, companyId } = await openKey()
  await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', companyId).execute()
  expect((await ask(`Bearer ${key}`)).status).toBe(401)
})

test('an unknown key does not count as a use of another', async () => {
  const { key, companyId } = await openKey()
  await ask(`Bearer ${key.slice(0, 13)}${'x'.repeat(43)}`)
  expect((await readKeys(house.db, companyId))[0]?.lastUsedAt).toBeNull()
})

test('a key may ask 1,200 times in a quarter of an hour, whatever its address, and says when to ask again', async () => {
  const [spent, other] = [await openKey(), await openKey()]
  await house.db.deleteFrom('attempts').execute()
  await spend('api by a key', spent.id, 1)
  expect((await ask(`Bearer ${spent.key}`)).status).toBe(200)
  address = '203.0.113.7'
  const answer = await ask(`Bearer ${spent.key}`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '900'])
  expect((await ask(`Bearer ${other.key}`)).status).toBe(200)
})

test('an address may ask 1,200 times in a quarter of an hour, whatever its keys', async () => {
  const { key } = await openKey()
  await house.db.deleteFrom('attempts').execute()
  await spend('api from an address', address, 1)
  expect((await ask(`Bearer ${key}`)).status).toBe(200)
  expect((await ask(`Bearer ${key}`)).status).toBe(429)
  address = '203.0.113.8'
  expect((await ask(`Bearer ${key}`)).status).toBe(200)
})
