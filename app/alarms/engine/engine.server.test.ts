import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import type { Sms, SmsDelivery } from '~/platform/sms/sms.server'
import { alarmRow, deliveriesOf, historyOf, openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { type Engine, startEngine } from './engine.server'
import type { EnginePorts } from './lane/lane.server'

const house = useHouse()

type Provider = (sms: Sms, id: string) => Promise<SmsDelivery>

/** Separate engines, as separate processes would have them, with a provider that the test controls. */
const running: { engine: Engine; listener: Listener }[] = []

function start(provider: Provider, ports: Partial<EnginePorts> = {}): Engine {
  const listener = openListener(house.pool, silentLog)
  const own = { ...house, ...ports, sms: { ...house.sms, send: provider } }
  const engine = startEngine(() => own, listener)
  running.push({ engine, listener })
  return engine
}

afterEach(async () => {
  await Promise.all(running.map(({ engine }) => engine.stop()))
  await Promise.all(running.splice(0).map(({ listener }) => listener.close()))
})

const ok = async (_: Sms): Promise<SmsDelivery> => ({ kind: 'delivered' })

test('a press in another process is sent at once, because NOTIFY wakes the engine', async () => {
  const { member } = await openNeighbourhood(house)
  const provider = vi.fn(ok)
  start(provider)
  await vi.waitFor(async () => expect(await pulse()).not.toBeNull(), soon)
  const { alarmId } = await press(house, member)
  await vi.waitFor(() => expect(provider).toHaveBeenCalledTimes(1), { ...soon, interval: 1 })
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
})

test('a provider id that the database cannot store keeps neither its message nor others sent beside it from being recorded as sent', async () => {
  const streets = [await openNeighbourhood(house), await openNeighbourhood(house), await openNeighbourhood(house)]
  const answers: (() => void)[] = []
  start(
    ({ recipient }) =>
      new Promise((resolve) => {
        const providerId = recipient === streets[1]?.phone ? 'x\u0000y' : recipient
        answers.push(() => resolve({ kind: 'delivered', providerId }))
      }),
  )
  await vi.waitFor(async () => expect(await pulse()).not.toBeNull(), soon)
  const alarms = await Promise.all(streets.map(({ member }) => press(house, member)))
  await vi.waitFor(() => expect(answers).toHaveLength(3), soon)
  // All answers at once, so that they are recorded by the same statement.
  for (const answer of answers) answer()
  for (const { alarmId } of alarms) {
    await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  }
})

test('the sweep finds work that no notification announced', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const provider = vi.fn(ok)
  start(provider)
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
})

test('several engines share the work, and each message is sent once', async () => {
  const neighbourhoods = await Promise.all(Array.from({ length: 12 }, () => openNeighbourhood(house)))
  const providers = [vi.fn(ok), vi.fn(ok), vi.fn(ok)]
  for (const provider of providers) start(provider)
  const alarms = await Promise.all(neighbourhoods.map(({ member }) => press(house, member)))
  for (const { alarmId } of alarms) {
    await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  }
  const calls = providers.flatMap(({ mock }) => mock.calls.map(([sms]) => sms.recipient))
  expect(calls.sort()).toEqual(neighbourhoods.map(({ phone }) => phone).sort())
})

test('a provider that does not answer delays no other recipient, and a test delays no alarm', async () => {
  const [slow, quick] = [await openNeighbourhood(house), await openNeighbourhood(house)]
  const answers: (() => void)[] = []
  const provider = vi.fn((sms: Sms) =>
    sms.recipient === slow.phone
      ? new Promise<SmsDelivery>((resolve) => answers.push(() => resolve({ kind: 'delivered' })))
      : ok(sms),
  )
  start(provider)
  const first = await press(house, slow.member, { test: 'on' })
  await vi.waitFor(() => expect(answers).toHaveLength(1), soon)
  const second = await press(house, quick.member)
  const third = await press(house, slow.member)
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, second.alarmId)).toEqual(['sms call 1 sent']), soon)
  await vi.waitFor(() => expect(answers).toHaveLength(2), soon)
  for (const answer of answers) answer()
  for (const { alarmId } of [first, third]) {
    await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  }
  expect(provider).toHaveBeenCalledTimes(3)
})

test('no database connection is held while a provider is slow to answer', async () => {
  const streets = await Promise.all(Array.from({ length: 30 }, () => openNeighbourhood(house)))
  const answers: (() => void)[] = []
  start(() => new Promise((resolve) => answers.push(() => resolve({ kind: 'delivered' }))))
  await Promise.all(streets.map(({ member }) => press(house, member)))
  await vi.waitFor(() => expect(answers).toHaveLength(30), soon)
  // Thirty sends are out and the pool has twelve connections: a send holds none, so the database still answers.
  expect(await alarmRow(house.db, (await press(house, streets[0]?.member as never)).alarmId)).toBeTruthy()
  for (const answer of answers.splice(0)) answer()
  await vi.waitFor(async () => {
    const left = await house.db.selectFrom('alarm_deliveries').select('id').where('state', '=', 'sending').execute()
    expect(left).toEqual([])
  }, soon)
})

test('a message that a dead process was sending is sent by another when its lease expires', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await house.db
    .updateTable('alarm_deliveries')
    .set({ state: 'sending', attempts: 1, due_at: new Date(Date.now() + 1_500) })
    .where('alarm_id', '=', alarmId)
    .execute()
  const provider = vi.fn(ok)
  start(provider)
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  expect(provider).toHaveBeenCalledTimes(1)
})

test('a provider’s answer after the lease has expired still counts, and the same process does not send twice', async () => {
  const { member } = await openNeighbourhood(house)
  let answer: (delivery: SmsDelivery) => void = () => {}
  const provider = vi.fn(() => new Promise<SmsDelivery>((resolve) => (answer = resolve)))
  const engine = start(provider)
  const { alarmId } = await press(house, member)
  await vi.waitFor(() => expect(provider).toHaveBeenCalled(), soon)
  await house.db
    .updateTable('alarm_deliveries')
    .set({ due_at: new Date(0) })
    .where('alarm_id', '=', alarmId)
    .execute()
  engine.wake()
  // Wait until more than one sweep has passed.
  const woken = Date.now()
  await vi.waitFor(async () => expect((await pulse())?.at.getTime()).toBeGreaterThan(woken + 1_000), soon)
  expect(provider).toHaveBeenCalledTimes(1)
  answer({ kind: 'delivered' })
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
})

test('a provider that throws counts as a failed attempt, and the next step still comes when it is due', async () => {
  const { member } = await openNeighbourhood(house)
  const provider = vi.fn(async (): Promise<SmsDelivery> => {
    throw new Error('broken')
  })
  start(provider)
  const { alarmId } = await press(house, member)
  await vi.waitFor(() => expect(provider).toHaveBeenCalledTimes(2), soon)
  house.clock.forward({ minutes: 2 })
  await vi.waitFor(async () => expect(await historyOf(house.db, alarmId)).toContain('widened'), soon)
})

test('the engine reconnects after its database connections are cut, and loses no alarm', async () => {
  const { member } = await openNeighbourhood(house)
  const provider = vi.fn(ok)
  start(provider)
  await vi.waitFor(async () => expect(await pulse()).not.toBeNull(), soon)
  await house.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const { alarmId } = await vi.waitFor(() => press(house, member), soon)
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
})

const pulse = () =>
  house.db
    .selectFrom('alarm_pulse')
    .select('at')
    .where('part', '=', 'engine')
    .executeTakeFirst()
    .then((row) => row ?? null)
