import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { openKeys } from '~/platform/keys.server'
import { press } from '../../../test/support/alarms'
import { useHookServer } from '../../../test/support/counterparts/hook-server'
import { addHook, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { poison } from '../../../test/support/held'
import { testSecret, useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { soon } from '../../../test/support/pace/soon'
import { joinAsMember } from '../../../test/support/people'
import { openCarrier } from './carry.server'
import { insertDeliveries } from './delivery-store.server'
import { readOwnHook, renewHookSecret, tryHook } from './own-hook.server'
import { sealHooksAnew } from './seal-hooks-anew.server'

/** What becomes of webhooks that cannot be delivered, and how many are in flight at once. */

const house = useHouse()
const system = useHookServer()
let own: Awaited<ReturnType<typeof openOwnedPartner>>
beforeEach(async () => {
  await house.db.deleteFrom('webhooks').execute()
  system.answers.clear()
  system.heard.length = 0
  own ??= await openOwnedPartner(house)
})

const listen = (path = '/larm') => addHook(house, own.owner, system.url + path)
const sendTry = (id: string) => tryHook(house, own.owner.signedIn, { id })
const read = async (id: string) => found(await readOwnHook(house, own.owner.signedIn, id))
const stateOf = async (id: string) =>
  (await read(id)).deliveries.map(({ state, status, reason, attempts }) => ({ state, status, reason, attempts }))
const word = (hookId: string) => ({ hookId, alarmId: null, type: 'test' as const, body: '{}' })
/** Webhooks with the same URL and secret as one that exists. */
async function copiesOf(id: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into webhooks (id, company_id, url, secret, is_on, created_by, created_at)
    select gen_random_uuid(), company_id, url, secret, true, created_by, created_at
    from webhooks, generate_series(1, ${count}::int) where id = ${id} returning id`.execute(house.db)
  return rows.map((row) => row.id)
}
const carryBy = async (given: typeof house) => {
  const carrier = openCarrier(() => given)
  const count = await carrier.carryDue()
  await carrier.idle()
  return count
}

test('gives up a delivery whose secret cannot be decrypted, and sends nothing', async () => {
  const { id } = await listen()
  valueFrom(await sendTry(id))
  expect(await carryBy({ ...house, keys: openKeys(['k8Lp3Wz6Xc1Vb5Nm9Qa2Sd4Fg7Hj0Er']) })).toBe(1)
  expect(await stateOf(id)).toEqual([{ state: 'failed', status: null, reason: 'secret lost', attempts: 1 }])
  expect(system.heard).toEqual([])
})

test('gives up a delivery to an address that is not allowed, and retries one that does not respond', async () => {
  const { id } = await listen()
  valueFrom(await sendTry(id))
  await carryBy({ ...house, config: { ...house.config, mode: 'production' } })
  expect(await stateOf(id)).toEqual([{ state: 'failed', status: null, reason: 'not https', attempts: 1 }])
  expect(system.heard).toEqual([])
  const gone = await addHook(house, own.owner, 'http://127.0.0.1:9/larm')
  valueFrom(await sendTry(gone.id))
  await carryBy(house)
  expect(await stateOf(gone.id)).toMatchObject([{ state: 'queued', status: null, attempts: 1 }])
})

test('a delivery whose result could not be stored is sent again when its claim expires', async () => {
  const { id } = await listen()
  valueFrom(await sendTry(id))
  house.woken.length = 0
  const broken = openKeys(['k8Lp3Wz6Xc1Vb5Nm9Qa2Sd4Fg7Hj0Er'])
  broken.open = () => {
    throw new Error('for a test')
  }
  await carryBy({ ...house, keys: broken })
  expect([await stateOf(id), house.woken]).toMatchObject([[{ state: 'queued', status: null }], ['webhooks']])
  expect(await carryBy(house)).toBe(0)
  house.clock.forward({ minutes: 0.5 })
  expect(await carryBy(house)).toBe(1)
  expect(await stateOf(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a 410 ends the webhook and withdraws its waiting deliveries', async () => {
  const { id } = await listen()
  system.answers.set('/larm', 410)
  await insertDeliveries(house.db, [word(id)], house.clock.now())
  await insertDeliveries(house.db, [word(id)], new Date(house.clock.now().getTime() + 60_000))
  expect(await carryBy(house)).toBe(1)
  expect(await stateOf(id)).toEqual([
    { state: 'withdrawn', status: null, reason: 'ended', attempts: 0 },
    { state: 'failed', status: 410, reason: null, attempts: 1 },
  ])
})

test('the old secret signs until the exact moment at which it expires', async () => {
  const { id } = await listen()
  house.clock.forward({})
  valueFrom(await renewHookSecret(house, own.owner.signedIn, { id }))
  const until = house.clock.now().getTime() + 24 * 3_600_000
  const signatures: unknown[] = []
  for (const at of [until - 1, until]) {
    house.clock.forward({ minutes: (at - house.clock.now().getTime()) / 60_000 })
    valueFrom(await sendTry(id))
    expect(await carryBy(house)).toBe(1)
    signatures.push(String(system.heard.at(-1)?.headers['webhook-signature']).split(' ').length)
  }
  expect(signatures).toEqual([2, 1])
})

test.each([
  ['both secrets', [testSecret]],
  ['the old secret, when the new one already is,', ['k8Lp3Wz6Xc1Vb5Nm9Qa2Sd4Fg7Hj0Er', testSecret]],
])('seals %s with the newest key during a rotation, and both sign as before', async (_, renewedWith) => {
  const { id, secret: old } = await listen()
  const renewing = { ...house, keys: openKeys(renewedWith) }
  const { secret: fresh } = valueFrom(await renewHookSecret(renewing, own.owner.signedIn, { id }))
  const next = 'k8Lp3Wz6Xc1Vb5Nm9Qa2Sd4Fg7Hj0Er'
  const during = { db: house.db, keys: openKeys([next, testSecret]) }
  expect([await sealHooksAnew(during), await sealHooksAnew(during)]).toEqual([1, 0])
  valueFrom(await sendTry(id))
  expect(await carryBy({ ...house, keys: openKeys([next]) })).toBe(1)
  const { body, headers } = system.heard[0] as { headers: Record<string, string>; body: string }
  for (const secret of [old, fresh]) new Webhook(secret).verify(body, headers)
})

test('one webhook has at most two deliveries under way: one hanging leaves room for one', async () => {
  const { id } = await listen()
  const carrier = openCarrier(() => house)
  const due = async (count: number) => {
    await insertDeliveries(
      house.db,
      Array.from({ length: count }, () => word(id)),
      house.clock.now(),
    )
    return carrier.carryDue()
  }
  expect(await due(2)).toBe(2)
  await carrier.idle()
  system.answers.set('/larm', null)
  expect([await due(1), await due(1), await due(1)]).toEqual([1, 1, 0])
})

test('a delivery that ends beside one that hangs makes room for one, not for two', async () => {
  const { id } = await listen()
  const carrier = openCarrier(() => house)
  const due = async (answer: number | null) => {
    system.answers.set('/larm', answer)
    await insertDeliveries(house.db, [word(id)], house.clock.now())
    const { length } = system.heard
    const count = await carrier.carryDue()
    if (count > 0) await vi.waitUntil(() => system.heard.length > length, soon)
    return count
  }
  house.woken.length = 0
  expect([await due(null), await due(204)]).toEqual([1, 1])
  // The one that was answered has ended.
  await vi.waitUntil(() => house.woken.length > 0, soon)
  expect([await due(null), await due(null)]).toEqual([1, 0])
})

test('claims one of two that are due while another to the same webhook is in flight', async () => {
  const { id } = await listen()
  const carrier = openCarrier(() => house)
  system.answers.set('/larm', null)
  const at = house.clock.now()
  await insertDeliveries(house.db, [word(id)], at)
  expect(await carrier.carryDue()).toBe(1)
  await insertDeliveries(house.db, [word(id), word(id)], at)
  expect([await carrier.carryDue(), await carrier.carryDue()]).toEqual([1, 0])
})

test('with 63 deliveries under way there is room for one more', async () => {
  const carrier = openCarrier(() => house)
  system.answers.set('/larm', null)
  const { id } = await listen()
  const others = await copiesOf(id, 32)
  const at = house.clock.now()
  await insertDeliveries(house.db, [id, ...others].flatMap((one) => [word(one), word(one)]).slice(0, 63), at)
  expect(await carrier.carryDue()).toBe(63)
  await insertDeliveries(house.db, [word(others.at(-1) ?? ''), word(others.at(-1) ?? '')], at)
  expect([await carrier.carryDue(), await carrier.carryDue()]).toEqual([1, 0])
})

test('at most two deliveries of one webhook and 64 of all are under way', async () => {
  const carrier = openCarrier(() => house)
  const at = house.clock.now()
  system.answers.set('/hanger', null)
  const hanging = await listen('/hanger')
  await insertDeliveries(
    house.db,
    [1, 2, 3].map(() => word(hanging.id)),
    at,
  )
  expect(await carrier.carryDue()).toBe(2)
  // Two deliveries to one webhook hang and the third waits behind them; deliveries to others go out.
  expect(await carrier.carryDue()).toBe(0)
  const others = await copiesOf(hanging.id, 32)
  await insertDeliveries(
    house.db,
    others.flatMap((id) => [word(id), word(id)]),
    at,
  )
  expect(await carrier.carryDue()).toBe(62)
  expect(await carrier.carryDue()).toBe(0)
})

test('an event that cannot be laid out holds up neither those around it nor the deliveries that are due', async () => {
  const { id } = await listen()
  valueFrom(await sendTry(id))
  const near = { postcode: own.postcode }
  const [next, last] = [await joinAsMember(house, near), await joinAsMember(house, near)]
  const before = await press(house, own.member)
  const [broken, behind] = [await press(house, next), await press(house, last)]
  const isBroken = `new.alarm_id = '${broken.alarmId}'`
  const cure = await poison(house, { before: 'insert', on: 'webhook_deliveries', when: isBroken })
  await expect(carryBy(house)).rejects.toThrow('not this one')
  const states = async () => (await read(id)).deliveries.map(({ type, state }) => `${type} ${state}`)
  await expect.poll(states, soon).toContain('test delivered')
  const laidOut = async () => {
    const rows = await house.db
      .selectFrom('webhook_deliveries')
      .select('alarm_id')
      .where('alarm_id', 'is not', null)
      .orderBy('alarm_id')
      .execute()
    return rows.map(({ alarm_id }) => alarm_id)
  }
  expect(await laidOut()).toEqual([before.alarmId, behind.alarmId].sort())
  await cure()
  expect(await carryBy(house)).toBeGreaterThan(0)
  expect(await laidOut()).toContain(broken.alarmId)
})
