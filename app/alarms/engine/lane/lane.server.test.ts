import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { claimOf, openNeighbourhood, press } from '../../../../test/support/alarms'
import { employGuard } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { soon } from '../../../../test/support/pace/soon'
import { askedThrough } from '../../../../test/support/told/asked-through'
import type { Claimed } from '../delivery-store.server'
import { roomIn } from '../ways'
import { type EnginePorts, type Lane, openLane } from './lane.server'

const house = useHouse()

/** The timing of a lane on its own: fake timers, and a database that answers at once with what the test says. */

const claim = 'claim deliveries'
const steps = ['due steps', 'next due']
const lanes: Lane[] = []
afterEach(async () => {
  const stopping = Promise.all(lanes.splice(0).map((lane) => lane.stop()))
  // Advance the fake time far enough for a provider that never answers to time out.
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(200_000)
  await stopping
  vi.useRealTimers()
})

type Answers = {
  claimed?: () => Claimed[] | Promise<Claimed[]>
  nextDue?: () => Date | null
  /** Alarms whose steps are due: at most `most`, without those in `but`. */
  due?: (most: number, but: readonly string[]) => string[]
}

/** A lane, and a log of the queries it has sent with their times in milliseconds. */
function openPaced(
  { claimed = () => [], nextDue = () => null, due = () => [] }: Answers = {},
  ports: Partial<EnginePorts> = {},
) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const begun = performance.now()
  const asked: [number, string][] = []
  const answered = askedThrough(house.db, async (name, _, given) => {
    asked.push([Math.round(performance.now() - begun), name])
    if (name === claim) return { rows: await claimed() }
    if (name === 'due steps') {
      const but = given.find((one) => Array.isArray(one)) as string[]
      return { rows: due(Number(given.at(-1)), but).map((alarmId) => ({ alarmId })) }
    }
    return { rows: name === 'next due' ? [{ at: nextDue() }] : [] }
  })
  // The steps run no real queries, so no transaction is begun either.
  const db = new Proxy(answered, {
    get(given, name, self) {
      if (name === 'transaction') return () => ({ execute: (work: (db: unknown) => unknown) => work(self) })
      // Locking an alarm fails: the poisoned alarm's rows break a rule.
      if (name === 'selectFrom')
        return (table: 'alarm_deliveries' | 'safety_alarms') =>
          table === 'safety_alarms' ? spoilt() : given.selectFrom(table)
      return Reflect.get(given, name)
    },
  })
  const lane = openLane(() => ({ ...house, ...ports, db }), { isTest: false })
  lanes.push(lane)
  const until = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(Math.max(0, ms - (performance.now() - begun)))
    return asked.splice(0)
  }
  const mayKeep = (ofEach: Record<string, number> = { sms: 1 }) => {
    const places = lane.keep('00000000-0000-4000-8000-00000000000a', ofEach)
    places?.free()
    return places !== null
  }
  return { lane, until, mayKeep }
}
function spoilt(): never {
  throw Object.assign(new pg.DatabaseError('spoilt', 0, 'error'), { code: '22P02' })
}
const at = (ms: number, ...names: string[]) => names.map((name) => [ms, name])

test('a single request is looked up at once, requests within the interval share one look, and due steps follow later', async () => {
  const { lane, until } = openPaced()
  lane.look()
  expect(await until(0)).toEqual(at(0, claim))
  await until(5)
  lane.look()
  await until(10)
  lane.look()
  expect(await until(15)).toEqual(at(15, claim))
  expect(await until(49)).toEqual([])
  expect(await until(50)).toEqual(at(50, claim, ...steps))
  expect(await until(3_000)).toEqual([])
})

test('a step due within a second is planned for its own time, and the earliest plan wins; later ones wait for the sweep', async () => {
  const dues = [300, 60, 1_000]
  const { lane, until } = openPaced({ nextDue: () => new Date(Date.now() + (dues.shift() ?? 5_000)) })
  lane.look()
  await until(50)
  expect(await until(349)).toEqual([])
  expect(await until(350)).toEqual(at(350, claim, ...steps))
  expect(await until(410)).toEqual(at(410, claim, ...steps))
  expect(await until(5_000)).toEqual([])
  dues.push(300)
  lane.look()
  await until(5_060)
  lane.look()
  // This run replaces the one planned for 5 350 ms.
  expect(await until(5_110)).toEqual([...at(5_060, claim), ...at(5_110, claim, ...steps)])
  expect(await until(8_000)).toEqual([])
  // A due time in the past is handled with the next run.
  dues.push(-4_000)
  lane.look()
  expect(await until(8_050)).toEqual([...at(8_000, claim), ...at(8_050, claim, ...steps)])
  expect(await until(8_100)).toEqual(at(8_100, claim, ...steps))
})

test('a poison alarm is found by smaller batches and set aside for half a minute', async () => {
  const asked: [number, string[]][] = []
  const due = (most: number, but: readonly string[]) => {
    asked.push([most, [...but]])
    return but.includes('spoilt') ? [] : ['spoilt', 'a', 'b', 'c'].slice(0, most)
  }
  const { lane, until } = openPaced({ due })
  lane.look()
  await until(50)
  const found = [
    [25, []],
    [2, []],
    [1, []],
    [25, ['spoilt']],
  ]
  expect(asked.splice(0)).toEqual(found)
  await until(29_999)
  lane.look()
  await until(30_049)
  expect(asked.splice(0)).toEqual([[25, ['spoilt']]])
  lane.look()
  await until(30_099)
  // Exactly half a minute after the alarm was set aside.
  expect(asked.splice(0)).toEqual(found)
})

test('a notification about the lane’s own reserved alarm causes no look, until a sweep forgets the reservation', async () => {
  const { lane, until } = openPaced()
  lane.look()
  await until(1_000)
  lane.keep('a', { sms: 1 })
  lane.look('a')
  expect(await until(1_049)).toEqual([])
  expect(await until(1_050)).toEqual(at(1_050, claim, ...steps))
  // `isOwn` is true once: the next notification about this alarm is another change.
  lane.look('a')
  expect(await until(1_051)).toEqual(at(1_050, claim))
  await until(2_000)
  lane.keep('b', { sms: 1 })
  await lane.renew()
  lane.look('b')
  expect((await until(2_020)).map(([, name]) => name)).toEqual([claim])
})

test('slots are reserved once per interval, up to the free number, after a successful look; freed ones count at once', async () => {
  let fails = true
  const { lane, until, mayKeep } = openPaced({ claimed: () => (fails ? Promise.reject(new Error('away')) : []) })
  // No slots are reserved until a look has succeeded: older messages may be waiting.
  expect(mayKeep()).toBe(false)
  lane.look()
  await until(1_000)
  expect(mayKeep()).toBe(false)
  fails = false
  lane.look()
  await until(1_014)
  expect(mayKeep()).toBe(false)
  await until(1_015)
  expect([mayKeep({ sms: 101 }), mayKeep({ sms: 100, push: 100 }), mayKeep({ voice: 21 })]).toEqual([
    false,
    true,
    false,
  ])
  const places = lane.keep('b', { sms: 100 })
  expect(places).not.toBeNull()
  expect(lane.keep('c', { push: 1 })).toBeNull()
  await until(1_030)
  expect([mayKeep(), mayKeep({ push: 1 })]).toEqual([false, true])
  places?.free()
  expect(mayKeep()).toBe(true)
  await until(2_000)
  lane.keep('d', { sms: 1 })?.free()
  // Nothing was waiting for the freed slots.
  expect(await until(2_040)).toEqual([])
  fails = true
  lane.look()
  await until(3_000)
  expect(mayKeep()).toBe(false)
})

/** A claimed SMS, as many copies of it as there are slots, and a provider that has not answered yet. */
async function hanging() {
  const { member } = await openNeighbourhood(house)
  const [one] = (await claimOf(house, (await press(house, member)).alarmId)) as [Claimed]
  const answer = Promise.withResolvers<{ kind: 'delivered' }>()
  const sms = { ...house.sms, leavesTheHouse: true, send: vi.fn(() => answer.promise) }
  const all = Array.from({ length: 100 }, (_, n) => ({ ...one, id: `${n}` }))
  return { one, all, answer: () => answer.resolve({ kind: 'delivered' }), sms }
}

test('a full channel reserves no slot while others do, and the lane looks again when its messages have landed', async () => {
  const { all, sms, answer } = await hanging()
  const waits = [all]
  const { lane, until, mayKeep } = openPaced({ claimed: () => waits.shift() ?? [] }, { sms })
  lane.look()
  await until(40)
  expect(sms.send).toHaveBeenCalledTimes(1)
  expect([mayKeep(), mayKeep({ push: 1 })]).toEqual([false, true])
  expect((await until(1_000)).map(([, name]) => name)).toContain(claim)
  expect(mayKeep()).toBe(false)
  waits.push([])
  answer()
  // The first outcome is written at once; those that arrive meanwhile share one write.
  expect(await until(1_014)).toEqual(at(1_000, 'settle deliveries', 'settle deliveries'))
  expect(await until(1_015)).toEqual(at(1_015, claim))
})

test('one free slot stays reservable, and a slot that is freed during a look leads to another look', async () => {
  const { one, all, sms } = await hanging()
  const first = Promise.withResolvers<{ kind: 'delivered' }>()
  sms.send.mockImplementationOnce(() => first.promise)
  // Of different alarms to different phones: each is a message of its own.
  const apart = all.map((each, n) => ({
    ...each,
    id: `00000000-0000-4000-8000-${n + 100}000000000`,
    phone: `+4670${n}`,
  }))
  const held = Promise.withResolvers<Claimed[]>()
  const waits: (Claimed[] | Promise<Claimed[]>)[] = [apart.slice(0, 99), [], [], [], held.promise]
  const { lane, until, mayKeep } = openPaced({ claimed: () => waits.shift() ?? [] }, { sms })
  lane.look()
  await until(1_000)
  lane.look()
  await until(1_100)
  expect([mayKeep(), waits.length]).toEqual([true, 1])
  await until(2_000)
  lane.look()
  await until(2_010)
  // One lands, and then this look takes the place that was free when it began.
  first.resolve({ kind: 'delivered' })
  await until(2_030)
  held.resolve([{ ...one, id: apart[99]?.id ?? '' }])
  expect(await until(2_044)).toEqual([])
  expect(await until(2_045)).toEqual(at(2_045, claim))
  // While every place is taken nothing is looked for over and over.
  expect((await until(3_000)).filter(([, name]) => name === claim)).toEqual(at(2_050, claim))
})

test('freeing a reserved slot while messages wait causes a look at once', async () => {
  const { all, sms } = await hanging()
  const waits = [[], all]
  const { lane, until } = openPaced({ claimed: () => waits.shift() ?? [] }, { sms })
  lane.look()
  await until(15)
  const places = lane.keep('a', { push: 1 })
  expect(await until(100)).toEqual(at(50, claim, ...steps))
  places?.free()
  expect(await until(100)).toEqual(at(100, claim))
})

test('a stopping lane begins no look, reserves no slot and drops what was planned', async () => {
  const { all, sms, answer } = await hanging()
  const waits = [all]
  const { lane, until, mayKeep } = openPaced({ claimed: () => waits.shift() ?? [] }, { sms })
  lane.look()
  await until(1)
  lane.look()
  const places = lane.keep('a', { push: 1 })
  answer()
  await until(2)
  // Three things are pending: a look at the end of the interval, a refill of freed slots, and the steps.
  const stopping = lane.stop()
  lane.look()
  expect([places, mayKeep()]).toEqual([null, false])
  expect((await until(1_000)).filter(([, name]) => [claim, ...steps].includes(name))).toEqual([])
  await stopping
  expect(await until(9_000)).toEqual([])
})

test('stop waits for a look under way and for its messages until their outcomes are written', async () => {
  const { one, sms, answer } = await hanging()
  const claimed = Promise.withResolvers<Claimed[]>()
  const { lane, until } = openPaced({ claimed: () => claimed.promise }, { sms })
  lane.look()
  await until(1)
  const isStopped = vi.fn()
  void lane.stop().then(isStopped)
  await until(100)
  claimed.resolve([one])
  await until(8_000)
  expect([sms.send.mock.calls.length, isStopped.mock.calls.length]).toEqual([1, 0])
  answer()
  expect(await until(8_001)).toEqual(at(8_000, 'settle deliveries'))
  expect(isStopped).toHaveBeenCalled()
  // Nothing is announced after the stop.
  expect(await until(9_000)).toEqual([])
})

test('stop waits at most nine seconds for a provider that never answers', async () => {
  const { one, sms } = await hanging()
  const { lane, until } = openPaced({ claimed: () => [one] }, { sms })
  lane.look()
  await until(0)
  const isStopped = vi.fn()
  void lane.stop().then(isStopped)
  await until(8_999)
  expect(isStopped).not.toHaveBeenCalled()
  await until(9_000)
  expect(isStopped).toHaveBeenCalled()
})

test('renew extends the lease of messages in flight by six seconds, and not of settled ones', async () => {
  const { one, sms, answer } = await hanging()
  const { lane, until } = openPaced({ claimed: () => [one] }, { sms })
  lane.look()
  await until(5)
  const due = async () =>
    (await house.db.selectFrom('alarm_deliveries').select('due_at').where('id', '=', one.id).execute())[0]?.due_at
  const renewed = new Date(Date.now() + 6_000)
  await lane.renew()
  expect(await due()).toEqual(renewed)
  answer()
  await until(10)
  await lane.renew()
  expect(await due()).toEqual(renewed)
})

test('a claimed message has a lease of six seconds', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const { sms, answer } = await hanging()
  vi.useFakeTimers({ toFake: ['Date'] })
  const lane = openLane(() => ({ ...house, sms }), { isTest: false })
  lanes.push(lane)
  const until = new Date(Date.now() + 6_000)
  lane.look()
  await vi.waitUntil(() => sms.send.mock.calls.length > 0, soon)
  const rows = house.db.selectFrom('alarm_deliveries').select(['state', 'due_at']).where('alarm_id', '=', alarmId)
  expect(await rows.execute()).toEqual([{ state: 'sending', due_at: until }])
  answer()
})

test('messages waiting for a full channel are sent as slots become free, also slots freed during a look', async () => {
  const { member, companyId } = await openNeighbourhood(house)
  for (let n = 0; n < 6; n++) await Promise.all(Array.from({ length: 10 }, () => employGuard(house, companyId)))
  const { alarmId } = await press(house, member)
  await house.db.deleteFrom('alarm_deliveries').execute()
  await sql`insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
    select alarm_id, id, 'sms', 'call', round, now(), false, now(), 0
    from alarm_recipients, generate_series(1, 2) as round where alarm_id = ${alarmId}`.execute(house.db)
  const unsent = async () =>
    (await house.db.selectFrom('alarm_deliveries').select('id').where('state', 'in', ['queued', 'sending']).execute())
      .length
  expect(await unsent()).toBeGreaterThan(roomIn('alarm', () => 0).sms)

  const pause = (ms: number) => new Promise((over) => setTimeout(over, ms))
  let sent = 0
  const sms = {
    ...house.sms,
    leavesTheHouse: true,
    send: async () => {
      // The first send ends early and triggers a look for its one free slot.
      await pause(sent++ === 0 ? 1 : 60)
      return { kind: 'delivered' as const }
    },
  }
  // The other sends end while that look is under way.
  const db = askedThrough(house.db, async (_, ask) => {
    const claimed = await ask()
    if (sent > 0) await pause(300)
    return claimed
  })
  // No sweep runs in this test: the lane itself must look for what a look has left over.
  const lane = openLane(() => ({ ...house, db, sms }), { isTest: false })
  onTestFinished(() => lane.stop())
  lane.look()
  await expect.poll(unsent, soon).toBe(0)
})
