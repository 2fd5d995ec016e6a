import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import type { Placed } from '~/platform/voice/voice.server'
import {
  addPartner,
  deliveriesOf,
  openNeighbourhood,
  press,
  roomFor,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, newPhone } from '../../../test/support/guards'
import { whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { joinAsMember } from '../../../test/support/people'
import { takeAlarm } from '../answer/take-alarm.server'
import { carryOutSteps } from './carry-out-steps.server'
import { claimDeliveries, renewClaims, settleDeliveries } from './delivery-store.server'
import { type Engine, startEngine } from './engine.server'
import { sendTogether } from './send/send-delivery.server'

/** Overload: more messages than slots or credit. */
const house = useHouse()
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })
const running: { engine: Engine; listener: Listener }[] = []

function start() {
  const listener = openListener(house.pool, silentLog)
  running.push({ engine: startEngine(() => house, listener), listener })
}

afterEach(async () => {
  await Promise.all(running.map(({ engine }) => engine.stop()))
  await Promise.all(running.splice(0).map(({ listener }) => listener.close()))
  await house.db.deleteFrom('alarm_deliveries').execute()
  await house.db.deleteFrom('alarm_steps').execute()
  await house.db.deleteFrom('sms_balance').execute()
})

async function claim(sms: number) {
  const now = house.clock.now()
  const until = new Date(now.getTime() + 6_000)
  const room = roomFor(0, { sms })
  return claimDeliveries(house.db, { isTest: false, room, inFlight: [], now, until })
}

test('first calls are claimed before repeated calls, and those before stand-downs, however long they have waited', async () => {
  const taken = await openNeighbourhood(house)
  const other = await addPartner(house, taken.postcode)
  const over = await press(house, taken.member)
  await workOff(house)
  await takeAlarm(house, taken.guard, over.alarmId)
  const repeated = await openNeighbourhood(house)
  const again = await press(house, repeated.member)
  await house.db.updateTable('alarm_deliveries').set({ state: 'sent' }).where('alarm_id', '=', again.alarmId).execute()
  seconds(61)
  // The `ring` step comes first; nobody's phone rings in this test.
  for (let step = 0; step < 2; step++) await carryOutSteps(house, false, 25)
  seconds(20)
  const fresh = await openNeighbourhood(house)
  await press(house, fresh.member)
  const order = []
  for (let n = 0; n < 3; n++) for (const { kind, round, phone } of await claim(1)) order.push({ kind, round, phone })
  expect(order).toEqual([
    { kind: 'call', round: 1, phone: fresh.phone },
    { kind: 'call', round: 2, phone: repeated.phone },
    { kind: 'taken', round: 2, phone: other.phone },
  ])
})

test('two processes claim different messages, and neither waits for the other’s lock', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  for (const name of ['Andra Vakt AB', 'Tredje Vakt AB']) await addPartner(house, postcode, name)
  await press(house, member)
  const claim = (db: Database, sms: number) => {
    const now = house.clock.now()
    const until = new Date(now.getTime() + 6_000)
    return claimDeliveries(db, { isTest: false, room: roomFor(10, { sms }), inFlight: [], now, until })
  }
  const [first, second] = await whileKept(
    house.db,
    (db) => claim(db, 1),
    async (db, first) => [first, await claim(db, 10)],
  )
  expect([first.length, second.length]).toEqual([1, 2])
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3)
})

test('a press does not wait for a locked call that is being sent, and queues another call', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  seconds(30)
  await whileKept(
    house.db,
    (db) => db.selectFrom('alarm_deliveries').select('id').where('alarm_id', '=', alarmId).forUpdate().execute(),
    () => press(house, member, { message: 'Igen' }),
  )
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued', 'sms call 2 queued'])
})

test('renewClaims skips a locked message without waiting and renews the others', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  await addPartner(house, postcode)
  await press(house, member)
  const now = house.clock.now()
  const room = roomFor(10)
  const claimed = await claimDeliveries(house.db, { isTest: false, room, inFlight: [], now, until: now })
  const [settled = '', other = ''] = claimed.map(({ id }) => id)
  const later = new Date(now.getTime() + 60_000)
  await whileKept(
    house.db,
    (db) => db.selectFrom('alarm_deliveries').select('id').where('id', '=', settled).forUpdate().execute(),
    (db) => renewClaims(db, [settled, other], later),
  )
  const rows = await house.db.selectFrom('alarm_deliveries').select(['id', 'due_at']).execute()
  expect(Object.fromEntries(rows.map(({ id, due_at }) => [id, due_at]))).toEqual({ [settled]: now, [other]: later })
})

test('new rounds do not add calls while the last one is still queued, and only one SMS is sent', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  for (let round = 0; round < 8; round++) {
    seconds(160)
    await carryOutSteps(house, false, 25)
  }
  const sms = (await deliveriesOf(house.db, alarmId)).filter((each) => each.startsWith('sms call'))
  expect(sms).toHaveLength(1)
  expect(sms[0]).toMatch(/^sms call ([5-9]|\d\d) queued$/)
  await workOff(house)
  expect(textsTo(house, phone).filter((text) => text.includes('LARM'))).toHaveLength(1)
  expect(textsTo(house, phone)[0]).toContain('Väntar ännu på svar')
})

test('five calls to one phone at once are merged into one SMS that says how many and links to the newest', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const members = [member, ...(await Promise.all([1, 2, 3, 4].map(() => joinAsMember(house, { postcode }))))]
  const alarms: string[] = []
  for (const each of members) alarms.push((await press(house, each)).alarmId)
  start()
  for (const id of alarms) {
    await vi.waitFor(async () => expect(await deliveriesOf(house.db, id)).toEqual(['sms call 1 sent']), soon)
  }
  const [text, ...more] = textsTo(house, phone)
  expect(more).toEqual([])
  expect(text).toMatch(new RegExp(`^5 LARM väntar på svar: ${postcode.slice(0, 3)} ${postcode.slice(3)}\\. .*JA.*http`))
  const rows = await house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'alarm_id', 'together_with'])
    .where('alarm_id', 'in', alarms)
    .execute()
  const carrier = rows.find(({ alarm_id }) => alarm_id === alarms.at(-1))
  expect(carrier?.together_with).toBeNull()
  for (const row of rows.filter((each) => each !== carrier)) expect(row.together_with).toBe(carrier?.id)
})

test('calls merged into an SMS that the provider refused are no longer marked as merged', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  const members = [member, ...(await Promise.all([1, 2].map(() => joinAsMember(house, { postcode }))))]
  for (const each of members) await press(house, each)
  const carriers = () =>
    house.db
      .selectFrom('alarm_deliveries')
      .select('together_with')
      .execute()
      .then((rows) => rows.map((row) => row.together_with))
  house.texted.answers.push({ kind: 'unanswered', reason: 'no answer in time' })
  await settleDeliveries(house.db, await sendTogether(house, await claim(3)), house.clock.now())
  expect((await carriers()).filter(Boolean)).toHaveLength(2)
  seconds(4)
  house.texted.answers.push({ kind: 'temporary', reason: '46elks 500' })
  await settleDeliveries(house.db, await sendTogether(house, await claim(3)), house.clock.now())
  expect(await carriers()).toEqual([null, null, null])
})

test('two calls to one phone at once are sent as two SMS', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  await press(house, member)
  await press(house, await joinAsMember(house, { postcode }))
  start()
  await vi.waitFor(() => expect(textsTo(house, phone)).toHaveLength(2), soon)
})

test('with a low SMS balance alarms are sent and a test waits until the balance is raised', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const known = { ore: 100_00, looked_at: house.clock.now() }
  await house.db.insertInto('sms_balance').values(known).execute()
  const paid = { ...house, config: { ...house.config, sms: { adapter: '46elks' as const } } }
  const listener = openListener(house.pool, silentLog)
  running.push({ engine: startEngine(() => paid, listener), listener })
  const tried = await press(house, member, { test: 'on' })
  await press(house, member)
  await vi.waitFor(() => expect(textsTo(house, phone)).toHaveLength(1), soon)
  expect(textsTo(house, phone)[0]).toMatch(/^LARM/)
  expect(await deliveriesOf(house.db, tried.alarmId)).toEqual(['sms call 1 queued'])
  await house.db.updateTable('sms_balance').set({ ore: 900_00 }).execute()
  await vi.waitFor(() => expect(textsTo(house, phone)).toHaveLength(2), soon)
})

test('a provider of phone calls that hangs fills only its own slots: an SMS about another alarm is sent', async () => {
  const street = await openNeighbourhood(house)
  const ringing = { rings: 'alarms' as const, on_duty_since: new Date(house.clock.now().getTime() - 60_000) }
  for (let n = 0; n < 25; n++) await employGuard(house, street.companyId, { ...ringing, phone: newPhone() })
  await press(house, street.member)
  await workOff(house)
  seconds(31)
  const answers: (() => void)[] = []
  const hanging = {
    ...house.voice,
    call: (_: string, id: string) =>
      new Promise<Placed>((resolve) => answers.push(() => resolve({ kind: 'placed', providerId: `p-${id}` }))),
  }
  const listener = openListener(house.pool, silentLog)
  running.push({ engine: startEngine(() => ({ ...house, voice: hanging }), listener), listener })
  // Only as many phone calls are out as there are voice slots; the rest wait for those, and no other channel waits.
  await vi.waitFor(() => expect(answers).toHaveLength(20), soon)
  const other = await openNeighbourhood(house)
  await press(house, other.member)
  await vi.waitFor(() => expect(textsTo(house, other.phone)).toHaveLength(1), soon)
  expect(answers).toHaveLength(20)
  for (const answer of answers.splice(0)) answer()
  await vi.waitFor(() => expect(answers).toHaveLength(5), soon)
  for (const answer of answers) answer()
})

test('claiming makes the same number of queries with phone calls waiting as without', async () => {
  const asked: number[] = []
  for (const rings of ['never', 'alarms'] as const) {
    await house.db.deleteFrom('alarm_deliveries').execute()
    await house.db.deleteFrom('alarm_steps').execute()
    const street = await openNeighbourhood(house)
    await house.db.updateTable('guards').set({ rings }).where('id', '=', street.guardId).execute()
    await press(house, street.member)
    await workOff(house)
    seconds(31)
    await carryOutSteps(house, false, 25)
    await press(house, (await openNeighbourhood(house)).member)
    const statements: string[] = []
    const counting = house.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const now = house.clock.now()
    const until = new Date(now.getTime() + 6_000)
    const claimed = await claimDeliveries(counting, { isTest: false, room: roomFor(10), inFlight: [], now, until })
    expect(new Set(claimed.map(({ channel }) => channel))).toEqual(
      new Set(rings === 'never' ? ['sms'] : ['sms', 'voice']),
    )
    asked.push(statements.length)
  }
  expect(asked[1]).toBe(asked[0])
})
