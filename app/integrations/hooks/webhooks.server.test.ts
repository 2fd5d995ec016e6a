import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeAlarm } from '~/alarms/answer/close-alarm.server'
import { takeAlarm } from '~/alarms/answer/take-alarm.server'
import { arrive } from '~/alarms/engine/follow-up.server'
import { openKeys } from '~/platform/keys.server'
import { notThere } from '~/shared/outcome'
import { press, textsTo, workOff } from '../../../test/support/alarms'
import { useHookServer } from '../../../test/support/counterparts/hook-server'
import { addHook, addKey, keyValues, openOwnedPartner } from '../../../test/support/counterparts/own-systems'
import { setAreas } from '../../../test/support/guards'
import { testSecret, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { soon } from '../../../test/support/pace/soon'
import { takeName } from '../api/answer-store.server'
import { sweepIntegrations } from '../sweep-integrations.server'
import { openCarrier } from './carry.server'
import { makeHook, readOwnHook, removeHook, renewHookSecret, tryHook, turnHook } from './own-hook.server'
import { sealHooksAnew } from './seal-hooks-anew.server'

const house = useHouse()
const system = useHookServer()
const carrier = openCarrier(() => house)

beforeEach(async () => {
  system.heard.length = 0
  system.answers.clear()
  await house.db.deleteFrom('webhooks').execute()
  await house.db.deleteFrom('webhook_events').execute()
})

/** Sends everything that is due now, and waits for the answers. */
async function carryAll() {
  while ((await carrier.carryDue()) > 0) await carrier.idle()
}

const typesHeard = () => system.heard.map(({ body }) => JSON.parse(body).type)
const guardOf = ({ companyId, guardId }: { companyId: string; guardId: string }) =>
  ({ kind: 'partner', companyId, guardId, via: 'page' }) as const
const deliveriesOf = (hookId: string) =>
  house.db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', hookId).orderBy('id').execute()

test('sends an event for each step of an alarm, with a valid signature', async () => {
  const partner = await openOwnedPartner(house)
  const { secret } = await addHook(house, partner.owner, `${system.url}/larm`)
  const { alarmId } = await press(house, partner.member)
  await carryAll()
  for (const deed of [takeAlarm, arrive]) valueFrom(await deed(house, guardOf(partner), alarmId))
  await carryAll()
  valueFrom(await closeAlarm(house, guardOf(partner), alarmId, { outcome: 'false_alarm', note: 'Katten.' }))
  await carryAll()
  expect(typesHeard().toSorted()).toEqual(['alarm.accepted', 'alarm.closed', 'alarm.on_site', 'alarm.raised'])
  const webhook = new Webhook(secret)
  for (const { headers, body } of system.heard) {
    expect(webhook.verify(body, headers as Record<string, string>)).toMatchObject({ data: { alarm: { id: alarmId } } })
  }
  expect(JSON.parse(system.heard[0]?.body ?? '')).toEqual({
    type: 'alarm.raised',
    timestamp: expect.any(String),
    data: {
      by: 'member',
      alarm: {
        ...{ id: alarmId, postcode: partner.postcode, state: 'new', isTest: false, isMine: false },
        ...{ isNeighbours: false, urgency: 1, lastPress: null, createdAt: expect.any(String), takenAt: null },
        ...{ onSiteAt: null, safeAt: null, closedAt: null },
        link: `http://kvartera.test/dashboard/provider/alarms/${alarmId}`,
      },
    },
  })
  expect(JSON.parse(system.heard.at(-1)?.body ?? '').data).toMatchObject({ by: 'you', alarm: { state: 'false_alarm' } })
})

test('contains nothing about a person, no message and no position', async () => {
  const partner = await openOwnedPartner(house)
  await addHook(house, partner.owner, `${system.url}/larm`)
  const words = 'Någon bankar på dörren, Rönnvägen 7'
  const where = { latitude: '59.2776', longitude: '18.0061', accuracy: '10' }
  const { alarmId } = await press(house, partner.member, { message: words, ...where })
  valueFrom(await takeAlarm(house, guardOf(partner), alarmId))
  await press(house, partner.member, { message: 'Skynda er' })
  valueFrom(
    await closeAlarm(house, guardOf(partner), alarmId, {
      outcome: 'resolved',
      note: 'Grannen.',
      press: (
        await house.db
          .selectFrom('alarm_updates')
          .select('id')
          .where('alarm_id', '=', alarmId)
          .executeTakeFirstOrThrow()
      ).id,
    }),
  )
  await carryAll()
  const heard = system.heard.map(({ body }) => body).join('\n')
  // Removes timestamps, whose digits could match those of a position.
  const told = heard.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')
  expect(told).toContain('alarm.closed')
  const { person } = partner.member.signedIn
  for (const secret of [
    words,
    'Rönnvägen',
    'Skynda',
    'Grannen',
    '59.2',
    '18.0',
    person.name,
    person.id,
    person.email,
    'Ali',
  ]) {
    expect(told).not.toContain(secret)
  }
})

test('events are written in the alarm’s transaction, and only while somebody has a webhook (outbox pattern)', async () => {
  const partner = await openOwnedPartner(house)
  await press(house, partner.member)
  const waiting = () => house.db.selectFrom('webhook_events').select('kind').execute()
  expect(await waiting()).toEqual([])
  await addHook(house, partner.owner, `${system.url}/larm`)
  const other = await openOwnedPartner(house)
  await house.db
    .transaction()
    .execute(async (db) => {
      await press({ ...house, db }, other.member)
      throw new Error('half-way')
    })
    .catch(() => {})
  expect(await waiting()).toEqual([])
  await press(house, other.member)
  expect(await waiting()).not.toEqual([])
})

test('tells only companies of the alarm’s postcode, and withdraws a retry when the company has lost the area', async () => {
  const [near, far] = [await openOwnedPartner(house), await openOwnedPartner(house)]
  const lost = await addHook(house, near.owner, `${system.url}/nara`)
  await addHook(house, far.owner, `${system.url}/langt`)
  await press(house, near.member)
  system.answers.set('/nara', 500)
  await carryAll()
  expect(system.heard).toHaveLength(1)
  await setAreas(house, near.companyId, ['49999'])
  house.clock.forward({ minutes: 1 })
  await carryAll()
  expect(system.heard).toHaveLength(1)
  expect(await deliveriesOf(lost.id)).toMatchObject([{ state: 'withdrawn', reason: 'not theirs any more' }])
})

test('retries with back-off after a 500, with the same id and body, until it is delivered', async () => {
  const partner = await openOwnedPartner(house)
  const { id } = await addHook(house, partner.owner, `${system.url}/larm`)
  system.answers.set('/larm', 500)
  await press(house, partner.member)
  for (let minute = 0; minute < 60; minute++) {
    await carryAll()
    house.clock.forward({ minutes: 1 })
  }
  const tries = system.heard.length
  expect(tries).toBeGreaterThanOrEqual(5)
  expect(tries).toBeLessThanOrEqual(7)
  expect(new Set(system.heard.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1)
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'queued', status: 500, attempts: tries }])
  system.answers.clear()
  house.clock.forward({ hours: 1 })
  await carryAll()
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', status: 204 }])
})

test('gives up after ten attempts', async () => {
  const partner = await openOwnedPartner(house)
  const { id } = await addHook(house, partner.owner, `${system.url}/larm`)
  system.answers.set('/larm', 302)
  valueFrom(await tryHook(house, partner.owner.signedIn, { id }))
  for (let round = 0; round < 12; round++) {
    await carryAll()
    house.clock.forward({ hours: 9 })
  }
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', status: 302, attempts: 10 }])
  expect(system.heard).toHaveLength(10)
})

test('a 410 ends the webhook: nothing more is sent, and the company sees that it has ended', async () => {
  const partner = await openOwnedPartner(house)
  const { id } = await addHook(house, partner.owner, `${system.url}/larm`)
  const { alarmId } = await press(house, partner.member)
  system.answers.set('/larm', 410)
  await carryAll()
  valueFrom(await takeAlarm(house, guardOf(partner), alarmId))
  await carryAll()
  expect(system.heard).toHaveLength(1)
  const own = await readOwnHook(house, partner.owner.signedIn, id)
  expect(own).toMatchObject({ hook: { endedAt: expect.any(Date) } })
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', status: 410 }])
  refusalFrom(await tryHook(house, partner.owner.signedIn, { id }))
  refusalFrom(await renewHookSecret(house, partner.owner.signedIn, { id }))
})

test('a system that hangs delays neither other webhooks nor the alarm’s SMS', async () => {
  const [slow, quick] = [await openOwnedPartner(house), await openOwnedPartner(house)]
  const hanging = await addHook(house, slow.owner, `${system.url}/hanger`)
  await addHook(house, quick.owner, `${system.url}/snabb`)
  system.answers.set('/hanger', null)
  const apart = openCarrier(() => house)
  for (let n = 0; n < 5; n++) valueFrom(await tryHook(house, slow.owner.signedIn, { id: hanging.id }))
  await apart.carryDue()
  await press(house, quick.member)
  await apart.carryDue()
  await vi.waitFor(() => expect(typesHeard()).toContain('alarm.raised'), soon)
  // The hanging system holds at most two requests.
  expect(typesHeard().filter((type) => type === 'test')).toHaveLength(2)
  const { guardId } = quick
  await workOff(house)
  const { phone } = await house.db
    .selectFrom('guards')
    .select('phone')
    .where('id', '=', guardId)
    .executeTakeFirstOrThrow()
  expect(textsTo(house, phone ?? '')).toHaveLength(1)
  valueFrom(await removeHook(house, slow.owner.signedIn, { id: hanging.id }))
})

test('both secrets verify during rotation, and only the new one a day later', async () => {
  const { owner } = await openOwnedPartner(house)
  const { id, secret: old } = await addHook(house, owner, `${system.url}/larm`)
  const { secret: fresh } = valueFrom(await renewHookSecret(house, owner.signedIn, { id }))
  const heard = async () => {
    valueFrom(await tryHook(house, owner.signedIn, { id }))
    await carryAll()
    return system.heard.at(-1) as { headers: Record<string, string>; body: string }
  }
  const first = await heard()
  for (const secret of [old, fresh]) new Webhook(secret).verify(first.body, first.headers)
  house.clock.forward({ hours: 25 })
  const second = await heard()
  new Webhook(fresh).verify(second.body, second.headers)
  expect(() => new Webhook(old).verify(second.body, second.headers)).toThrow()
})

test('a webhook’s secret is sealed again with the newest key, and signs as before', async () => {
  const { owner } = await openOwnedPartner(house)
  const { id, secret } = await addHook(house, owner, `${system.url}/larm`)
  const next = 'k8Lp3Wz6Xc1Vb5Nm9Qa2Sd4Fg7Hj0Er'
  const during = openKeys([next, testSecret])
  expect(await sealHooksAnew({ db: house.db, keys: during })).toBe(1)
  expect(await sealHooksAnew({ db: house.db, keys: during })).toBe(0)
  const later = openCarrier(() => ({ ...house, keys: openKeys([next]) }))
  valueFrom(await tryHook(house, owner.signedIn, { id }))
  while ((await later.carryDue()) > 0) await later.idle()
  const { body, headers } = system.heard[0] as { headers: Record<string, string>; body: string }
  new Webhook(secret).verify(body, headers)
})

test('deletes deliveries after thirty days and idempotency keys after one', async () => {
  const { owner, companyId, postcode } = await openOwnedPartner(house)
  const { id } = await addHook(house, owner, `${system.url}/larm`)
  valueFrom(await tryHook(house, owner.signedIn, { id }))
  await carryAll()
  await addKey(house, owner, keyValues([postcode]))
  const { id: keyId } = await house.db
    .selectFrom('api_keys')
    .select('id')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const take = (requestId: string, fingerprint = 'x') =>
    takeName(house.db, { keyId, requestId, fingerprint }, house.clock.now())
  const isNewName = async () => (await take('ja')) === null
  expect([await take('nej', 'y'), await isNewName()]).toEqual([null, true])
  expect(await take('ja')).toMatchObject({ fingerprint: 'x' })
  expect(await take('nej')).toMatchObject({ fingerprint: 'y' })
  const kept: unknown[] = []
  for (const hours of [23, 2, 28 * 24, 2 * 24]) {
    house.clock.forward({ hours })
    await sweepIntegrations(house)
    kept.push([(await deliveriesOf(id)).length, !(await isNewName())])
  }
  expect(kept).toEqual([
    [1, true],
    [1, false],
    [1, false],
    [0, false],
  ])
})

test('sends nothing while the webhook is off, and returns "not there" for another company’s webhook', async () => {
  const [own, other] = [await openOwnedPartner(house), await openOwnedPartner(house)]
  const { id } = await addHook(house, own.owner, `${system.url}/larm`)
  await press(house, own.member)
  valueFrom(await turnHook(house, own.owner.signedIn, { id, on: 'no' }))
  await carryAll()
  expect(system.heard).toEqual([])
  refusalFrom(await tryHook(house, own.owner.signedIn, { id }))
  for (const deed of [turnHook, tryHook, renewHookSecret, removeHook]) {
    expect(await deed(house, other.owner.signedIn, { id, on: 'yes' })).toEqual(notThere)
  }
  expect(await readOwnHook(house, other.owner.signedIn, id)).toEqual(notThere)
  valueFrom(await turnHook(house, own.owner.signedIn, { id, on: 'yes' }))
  valueFrom(await tryHook(house, own.owner.signedIn, { id }))
  await carryAll()
  expect(typesHeard()).toEqual(['test'])
  valueFrom(await removeHook(house, own.owner.signedIn, { id }))
  expect(await readOwnHook(house, own.owner.signedIn, id)).toEqual(notThere)
})

test('turning a webhook off withdraws waiting deliveries, and turning it on does not send them', async () => {
  const { owner, member } = await openOwnedPartner(house)
  const { id } = await addHook(house, owner, `${system.url}/larm`)
  system.answers.set('/larm', 500)
  await press(house, member)
  await carryAll()
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'queued', status: 500 }])
  valueFrom(await turnHook(house, owner.signedIn, { id, on: 'no' }))
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'withdrawn', reason: 'turned off' }])
  valueFrom(await turnHook(house, owner.signedIn, { id, on: 'yes' }))
  house.clock.forward({ hours: 24 })
  await carryAll()
  expect(system.heard).toHaveLength(1)
})

test('in production the address must be public, https and not our own', async () => {
  const { owner } = await openOwnedPartner(house)
  const abroad = { ...house, config: { ...house.config, mode: 'production' as const, origin: 'https://kvartera.test' } }
  const add = (url: string) => makeHook(abroad, owner.signedIn, { id: randomUUID(), url })
  for (const url of [
    '',
    'larm',
    `${system.url}/`,
    'https://10.0.0.1/',
    'https://localhost/',
    'https://kvartera.test/x',
  ]) {
    expect(refusalFrom(await add(url)).fields.url).toBeTruthy()
  }
  valueFrom(await add('https://larm.example.com/kvarter'))
})

test('refuses the same form twice, and removes the webhooks of an account that was won back', async () => {
  const { owner } = await openOwnedPartner(house)
  const values = { id: randomUUID(), url: `${system.url}/larm` }
  valueFrom(await makeHook(house, owner.signedIn, values))
  refusalFrom(await makeHook(house, owner.signedIn, values))
  await house.above.heldThrough.webhooks?.(house.db, owner.signedIn.person.id, house.clock.now())
  expect(await house.db.selectFrom('webhooks').select('id').execute()).toEqual([])
})

test('tells a neighbouring company when an alarm is widened to it, and not before', async () => {
  const [street, beside] = [await openOwnedPartner(house), await openOwnedPartner(house)]
  await house.db
    .insertInto('postcode_neighbours')
    .values({ code: street.postcode, neighbour: beside.postcode })
    .execute()
  await addHook(house, beside.owner, `${system.url}/larm`)
  await press(house, street.member)
  await carryAll()
  expect(system.heard).toEqual([])
  house.clock.forward({ minutes: 3 })
  await workOff(house)
  await carryAll()
  expect(typesHeard()).toEqual(['alarm.widened'])
  expect(JSON.parse(system.heard[0]?.body ?? '').data.alarm).toMatchObject({ isNeighbours: true, state: 'new' })
})
