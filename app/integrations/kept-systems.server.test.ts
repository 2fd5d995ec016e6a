import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveNeighbours } from '~/postcodes/postcode-store.server'
import { useHookServer } from '../../test/support/counterparts/hook-server'
import { addHook, addKey, keyValues, openOwnedPartner } from '../../test/support/counterparts/own-systems'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsCompany } from '../../test/support/people'
import { exportIntegrations } from './export-integrations.server'
import { openCarrier } from './hooks/carry.server'
import {
  claimDue,
  insertDeliveries,
  readDeliveries,
  settleDelivery,
  takeEvents,
  tryLater,
  withdrawWaiting,
} from './hooks/delivery-store.server'
import {
  endHook,
  readHook,
  readHooks,
  readListening,
  replaceSealed,
  rotateSecret,
  updateHook,
} from './hooks/hook-store.server'
import { makeHook, renewHookSecret, tryHook } from './hooks/own-hook.server'
import { apiDeeds } from './keys/api-deeds'
import { findKey, readKeys, revokeKey, revokeKeysOfOwner } from './keys/key-store.server'
import { makeKey, takeKeyBack } from './keys/own-keys.server'
import { readOwnSystems } from './read-own-systems.server'
import { readSystems } from './read-systems.server'

/** A company's keys and webhooks beside another company's, and beside its own that differ in one column. */

const house = useHouse()
const system = useHookServer()
type Partner = Awaited<ReturnType<typeof openOwnedPartner>>
let now: Date
let own: Partner
let other: Partner
const from = (ms: number) => new Date(now.getTime() + ms)
const url = 'http://127.0.0.1:9/larm'
const ownerOf = ({ owner }: Partner) => owner.signedIn.person.id

beforeEach(async () => {
  await house.db.deleteFrom('webhooks').execute()
  await house.db.deleteFrom('webhook_events').execute()
  now = house.clock.now()
  own = await openOwnedPartner(house)
  other = await openOwnedPartner(house)
  system.answers.clear()
  system.heard.length = 0
})

const word = (hookId: string, body: string) => ({ hookId, alarmId: null, type: 'test' as const, body })
const claim = (at: Date, given: Partial<Parameters<typeof claimDue>[2]> = {}) =>
  claimDue(house.db, at, { seconds: 30, most: 64, mostOfOne: 2, underWay: new Map(), ...given })
const bodies = (due: { body: string }[]) => due.map(({ body }) => body).toSorted()

test('a company may have five webhooks, and removing one makes room', async () => {
  await addHook(house, other.owner, url)
  for (let made = 0; made < 5; made++) await addHook(house, own.owner, `${url}/${made}`)
  const values = () => ({ id: randomUUID(), url })
  expect(refusalFrom(await makeHook(house, own.owner.signedIn, values())).message).toContain('redan 5 mottagare')
  const hooks = await readHooks(house.db, own.companyId)
  expect(hooks.map((hook) => hook.url.at(-1))).toEqual(['0', '1', '2', '3', '4'])
  await house.db
    .deleteFrom('webhooks')
    .where('id', '=', hooks[0]?.id ?? '')
    .execute()
  valueFrom(await makeHook(house, own.owner.signedIn, values()))
})

test.each([
  ['', 'Fyll i adressen'],
  ['larm', 'Skriv hela adressen, som börjar med https://'],
  ['https://ali:x@larm.example.com/', 'Skriv adressen utan namn och lösenord: det vi skickar är signerat'],
  ['https://larm.example.com:25/', 'Använd port 443 eller en över 1023'],
  ['ftp://larm.example.com/', 'Adressen behöver börja med https://'],
  [`https://larm.example.com/${'x'.repeat(500)}`, 'Adressen är för lång'],
  ['http://kvartera.test/x', 'Det är vår egen adress. Skriv den till ert system.'],
])('refuses the address %j with the reason', async (url, says) => {
  const given = {
    ...house,
    config: { ...house.config, mode: url.includes('kvartera') ? 'demo' : 'production' } as const,
  }
  const abroad = {
    ...given,
    config: { ...given.config, origin: url.includes('kvartera') ? 'http://kvartera.test' : 'https://kvartera.test' },
  }
  const refusal = refusalFrom(await makeHook(abroad, own.owner.signedIn, { id: randomUUID(), url }))
  if (url !== 'http://kvartera.test/x') expect(refusal.fields.url).toBe(says)
  else expect(Object.keys(refusal.fields)).toEqual(['url'])
})

test('changes only the given webhook of the given company, and not after it has ended', async () => {
  const [mine, second, theirs] = [
    await addHook(house, own.owner, url),
    await addHook(house, own.owner, url),
    await addHook(house, other.owner, url),
  ]
  const rows = () => house.db.selectFrom('webhooks').selectAll().where('id', '<>', mine.id).orderBy('id').execute()
  const before = await rows()
  expect(await updateHook(house.db, other.companyId, mine.id, { is_on: false })).toBe(false)
  expect(await rotateSecret(house.db, other.companyId, mine.id, 'x', from(1))).toBe(false)
  expect(await readHook(house.db, other.companyId, mine.id)).toBeUndefined()
  valueFrom((await renewHookSecret(house, own.owner.signedIn, { id: mine.id })) as never)
  expect((await readHook(house.db, own.companyId, mine.id))?.oldSecretUntil?.getTime()).toBeGreaterThanOrEqual(
    from(24 * 3_600_000).getTime(),
  )
  expect(await updateHook(house.db, own.companyId, mine.id, { is_on: false })).toBe(true)
  const listening = async () => (await readListening(house.db)).map(({ id }) => id).toSorted()
  expect(await listening()).toEqual([second.id, theirs.id].toSorted())
  await updateHook(house.db, own.companyId, mine.id, { is_on: true })
  await endHook(house.db, mine.id, now)
  await endHook(house.db, mine.id, from(5))
  expect(await readHook(house.db, own.companyId, mine.id)).toMatchObject({ endedAt: now })
  expect(await listening()).toEqual([second.id, theirs.id].toSorted())
  expect(await updateHook(house.db, own.companyId, mine.id, { is_on: false })).toBe(false)
  expect(await rotateSecret(house.db, own.companyId, mine.id, 'x', from(1))).toBe(false)
  await replaceSealed(house.db, mine.id, 'what it was not', { secret: 'y', old: null })
  expect(JSON.stringify(await house.db.selectFrom('webhooks').select('secret').execute())).not.toContain('"y"')
  expect(await rows()).toEqual(before)
})

test('claims due deliveries in order, two of a webhook at most, and none of one that is busy, off or ended', async () => {
  const [one, two, off, ended] = [
    await addHook(house, own.owner, url),
    await addHook(house, other.owner, url),
    await addHook(house, own.owner, url),
    await addHook(house, own.owner, url),
  ]
  await updateHook(house.db, own.companyId, off.id, { is_on: false })
  await endHook(house.db, ended.id, now)
  const words = ['a1', 'a2', 'a3'].map((body) => word(one.id, body))
  await insertDeliveries(house.db, [], now)
  await insertDeliveries(house.db, [...words, word(two.id, 'b1'), word(off.id, 'c1'), word(ended.id, 'd1')], now)
  expect(await claim(from(-1))).toEqual([])
  expect(bodies(await claim(now, { underWay: new Map([[one.id, 2]]) }))).toEqual(['b1'])
  const due = await claim(now)
  expect(bodies(due)).toEqual(['a1', 'a2'])
  expect(due[0]).toMatchObject({ hookId: one.id, companyId: own.companyId, attempts: 1, url, oldSecretUntil: null })
  // A claim expires, and the delivery is claimed again.
  expect(bodies(await claim(from(30_000), { mostOfOne: 9, underWay: new Map([[two.id, 9]]) }))).toEqual([
    'a1',
    'a2',
    'a3',
  ])
  expect(bodies(await claim(from(60_000), { most: 1, mostOfOne: 9 }))).toHaveLength(1)
})

test('settled deliveries take no place from those behind them', async () => {
  const { id } = await addHook(house, own.owner, url)
  await insertDeliveries(house.db, [word(id, '1'), word(id, '2'), word(id, '3')], now)
  const due = await claim(now)
  expect(bodies(due)).toEqual(['1', '2'])
  for (const one of due) await settleDelivery(house.db, one.id, 'delivered', { status: 204, reason: null }, now)
  expect(bodies(await claim(now))).toEqual(['3'])
})

test('stores the result of a delivery once, and claims a retry only when it is due', async () => {
  const { id } = await addHook(house, own.owner, url)
  const { id: theirs } = await addHook(house, other.owner, url)
  await insertDeliveries(house.db, [word(id, '1'), word(id, '2'), word(id, '3'), word(theirs, '4')], now)
  const list = async (hook = id) =>
    (await readDeliveries(house.db, hook, 9)).map(({ state, status, reason }) => `${state} ${status} ${reason}`)
  const [third, second, first] = await readDeliveries(house.db, id, 9)
  await tryLater(house.db, third?.id ?? '', { status: 500, reason: null }, from(5_000))
  await settleDelivery(house.db, first?.id ?? '', 'delivered', { status: 204, reason: null }, now)
  await settleDelivery(house.db, first?.id ?? '', 'failed', { status: 500, reason: null }, from(1))
  await tryLater(house.db, first?.id ?? '', { status: 1, reason: null }, from(1))
  expect(await list()).toEqual(['queued 500 null', 'queued null null', 'delivered 204 null'])
  expect(bodies(await claim(from(4_999), { underWay: new Map([[theirs, 2]]) }))).toEqual(['2'])
  expect(second?.settledAt).toBeNull()
  await withdrawWaiting(house.db, id, 'turned off', from(2))
  expect(await list()).toEqual(['withdrawn 500 turned off', 'withdrawn null turned off', 'delivered 204 null'])
  expect(await list(theirs)).toEqual(['queued null null'])
  expect((await readDeliveries(house.db, id, 2)).map(({ settledAt }) => settledAt)).toEqual([from(2), from(2)])
})

test('counts as late the deliveries that wait after a first attempt', async () => {
  const { id } = await addHook(house, own.owner, url)
  await insertDeliveries(house.db, [word(id, '1'), word(id, '2'), word(id, '3')], now)
  const late = async () => (await readHook(house.db, own.companyId, id))?.late
  expect(await late()).toBe(0)
  const [due] = await claim(now)
  expect(await late()).toBe(2)
  await settleDelivery(house.db, due?.id ?? '', 'delivered', { status: 200, reason: null }, now)
  expect(await late()).toBe(1)
})

test('takes events in order, up to the limit, and removes them', async () => {
  const kinds = ['raised', 'taken', 'arrived']
  for (const kind of kinds) {
    const event = { alarm_id: randomUUID(), kind, at: now, actor_kind: 'system' }
    await house.db.insertInto('webhook_events').values(event).execute()
  }
  expect((await takeEvents(house.db, 2)).map(({ kind }) => kind)).toEqual(['raised', 'taken'])
  expect((await takeEvents(house.db, 2)).map(({ kind }) => kind)).toEqual(['arrived'])
  expect(await takeEvents(house.db, 2)).toEqual([])
})

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [300, 'queued'],
  [404, 'queued'],
  [409, 'queued'],
])('after the status %i a delivery is %s', async (status, state) => {
  const { id } = await addHook(house, own.owner, `${system.url}/larm`)
  system.answers.set('/larm', status)
  house.woken.length = 0
  valueFrom((await tryHook(house, own.owner.signedIn, { id })) as never)
  expect(house.woken).toEqual(['webhooks'])
  const carrier = openCarrier(() => house)
  await carrier.carryDue()
  await carrier.idle()
  // A finished delivery wakes the carrier, which looks for the next one.
  expect(house.woken).toEqual(['webhooks', 'webhooks'])
  expect(await readDeliveries(house.db, id, 9)).toMatchObject([{ state }])
})

afterEach(() => {
  vi.useRealTimers()
})

test('retries ten times with back-off over sixteen hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const { id } = await addHook(house, own.owner, `${system.url}/larm`)
  system.answers.set('/larm', 500)
  valueFrom((await tryHook(house, own.owner.signedIn, { id })) as never)
  const carrier = openCarrier(() => house)
  const pauses: number[] = []
  for (;;) {
    await carrier.carryDue()
    await carrier.idle()
    const [row] = await readDeliveries(house.db, id, 1)
    if (row?.state !== 'queued' || pauses.length > 20) break
    const pauseMs = row.nextAttemptAt.getTime() - house.clock.now().getTime()
    pauses.push(pauseMs / 1000)
    vi.setSystemTime(row.nextAttemptAt)
  }
  expect(pauses).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800])
  expect(system.heard).toHaveLength(10)
})

test('a company may have ten active keys, and revoking one makes room', async () => {
  const make = async () => {
    const { visitor, signedIn } = own.owner
    return makeKey({ house, visitor, signedIn, values: keyValues([own.postcode]) })
  }
  await addKey(house, other.owner, keyValues([other.postcode]))
  for (let made = 0; made < 10; made++) valueFrom(await make())
  expect(refusalFrom(await make()).message).toContain('redan 10 nycklar')
  const [newest] = await readKeys(house.db, own.companyId)
  valueFrom((await takeKeyBack(house, own.owner.signedIn, { id: newest?.id ?? '' })) as never)
  valueFrom(await make())
  const list = await readKeys(house.db, own.companyId)
  // Active keys first, newest first; revoked ones last.
  expect(list.map(({ revokedAt }) => revokedAt !== null)).toEqual([...Array(10).fill(false), true])
  const held = list.slice(0, 10).map(({ id }) => id)
  expect(list.at(-1)?.id).toBe(newest?.id)
  expect(list[0]?.createdAt.getTime()).toBeGreaterThanOrEqual(list[9]?.createdAt.getTime() ?? 0)
  expect(new Set(held).size).toBe(10)
})

test('a key is valid until its last moment, and revoking ends the given key or all of the owner’s', async () => {
  await addKey(house, own.owner, { ...keyValues([own.postcode]), days: '90' })
  await addKey(house, own.owner, keyValues([own.postcode]))
  await addKey(house, other.owner, keyValues([other.postcode]))
  const [second, first] = await readKeys(house.db, own.companyId)
  const [theirs] = await readKeys(house.db, other.companyId)
  if (!first || !second || !theirs) throw new Error('no keys')
  expect(first.expiresAt.getTime() - first.createdAt.getTime()).toBe(90 * 86_400_000)
  expect(await findKey(house.db, first.mark, new Date(first.expiresAt.getTime() - 1))).toMatchObject({ id: first.id })
  expect(await findKey(house.db, first.mark, first.expiresAt)).toBeUndefined()
  expect(await revokeKey(house.db, other.companyId, first.id, now)).toBeUndefined()
  expect(await revokeKey(house.db, own.companyId, first.id, from(1))).toBe(first.mark)
  expect(await findKey(house.db, first.mark, now)).toBeUndefined()
  await revokeKeysOfOwner(house.db, ownerOf(own), from(2))
  const revoked = (await readKeys(house.db, own.companyId)).map(({ id, revokedAt }) => [id, revokedAt])
  expect(new Map(revoked as [string, Date][])).toEqual(
    new Map([
      [first.id, from(1)],
      [second.id, from(2)],
    ]),
  )
  expect(await findKey(house.db, theirs.mark, now)).toMatchObject({ id: theirs.id, companyId: other.companyId })
})

test('exports the owner’s keys and webhooks without their secrets', async () => {
  await addKey(house, own.owner, keyValues([own.postcode]))
  await addHook(house, own.owner, url)
  await addHook(house, other.owner, url)
  const file = await exportIntegrations(house.db, ownerOf(own))
  expect(file).toEqual({
    nycklar: [
      {
        ...{
          namn: 'Ledningssystemet',
          börjarMed: expect.stringMatching(/^kvk_[0-9a-f]{8}$/),
          postnummer: [own.postcode],
        },
        ...{ skapad: expect.any(Date), gällerTill: expect.any(Date), senastAnvänd: null, tillbakatagen: null },
      },
    ],
    mottagare: [{ adress: url, påslagen: true, tillagd: expect.any(Date), avslutad: null }],
  })
})

test('shows a company its own systems, and nothing to a company that takes no alarms', async () => {
  await addHook(house, own.owner, url)
  await addKey(house, other.owner, keyValues([other.postcode]))
  const page = await readOwnSystems(house, own.owner.signedIn)
  expect(page).toMatchObject({
    postcodes: [{ code: own.postcode, isOwn: true }],
    hooks: [{ url }],
    keys: [],
    isFresh: true,
  })
  const shop = await joinAsCompany(house)
  expect(await readOwnSystems(house, shop.signedIn)).toBeNull()
  expect(await readSystems(house.db, own.companyId)).toMatchObject({ hooks: [{ url }], keys: [] })
  expect(await readSystems(house.db, other.companyId)).toMatchObject({
    hooks: [],
    keys: [{ deeds: Object.keys(apiDeeds) }],
  })
})

test('tells the company’s own postcodes from those around them, and when the login is too old to create a key', async () => {
  await saveNeighbours(house.db, own.postcode, other.postcode)
  house.clock.forward({ hours: 2 })
  expect(await readOwnSystems(house, own.owner.signedIn)).toMatchObject({
    postcodes: [
      { code: own.postcode, isOwn: true },
      { code: other.postcode, isOwn: false },
    ],
    ...{ isFresh: false, origin: 'http://kvartera.test', now: house.clock.now() },
  })
})
