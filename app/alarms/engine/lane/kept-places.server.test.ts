import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { claimOf, deliveriesOf, openNeighbourhood, press } from '../../../../test/support/alarms'
import { behind } from '../../../../test/support/held'
import { useHouse } from '../../../../test/support/house'
import { soon } from '../../../../test/support/pace/soon'
import type { Claimed } from '../delivery-store.server'
import { keepFirstCalls } from './first-calls.server'

/**
 * Reserved slots of first messages on their own: how long they last, which notifications they suppress, and what
 * happens to claims that are lost.
 */

const house = useHouse()

/** A lane with free slots that only records how it was called. */
function open({ db = house.db as Database, mayKeep = true } = {}) {
  const lane = {
    mayKeep: vi.fn(() => mayKeep),
    takeOff: vi.fn(async (_calls: readonly Claimed[], as: { ready: Promise<readonly Claimed[]> }) => as.ready),
    freed: vi.fn(),
    look: vi.fn(),
  }
  const ports = { ...house, db }
  return { lane, ports, calls: keepFirstCalls(() => ports, lane) }
}

function keep({ calls }: ReturnType<typeof open>, ofEach: Record<string, number>, alarmId: string = randomUUID()) {
  const places = calls.keep(alarmId, ofEach)
  if (!places) throw new Error('no places')
  return { ...places, alarmId }
}

/** An alarm whose first message was claimed in the commit, and that message as claimed. */
async function claimedAlarm() {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  return { alarmId, phone, claimed: await claimOf(house, alarmId) }
}

/** Counts the queries sent and answered. */
function counted() {
  const asked = { times: 0, answered: 0 }
  const db = house.db.withPlugin({
    transformQuery: ({ node }) => {
      asked.times++
      return node
    },
    transformResult: async ({ result }) => {
      asked.answered++
      return result
    },
  })
  return { db, asked }
}

test('slots are reserved by channel from before the commit until it is filled, freed or lost', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const here = open()
  const ends = [
    (places: ReturnType<typeof keep>) => places.fill([]),
    (places: ReturnType<typeof keep>) => places.free(),
    (places: ReturnType<typeof keep>) => places.lose(),
  ]
  for (const end of ends) {
    const places = keep(here, { sms: 3, push: 1 })
    const other = keep(here, { sms: 2 })
    expect(places.until).toEqual(new Date(house.clock.now().getTime() + 6_000))
    expect([here.calls.count('sms'), here.calls.count('push'), here.calls.count('mail')]).toEqual([5, 1, 0])
    end(places)
    expect([here.calls.count('sms'), here.calls.count('push')]).toEqual([2, 0])
    end(other)
    expect(here.calls.count('sms')).toBe(0)
  }
  // Only slots reserved in vain are reported as free; slots that were filled are occupied by the sends.
  expect(here.lane.freed).toHaveBeenCalledTimes(2)
  const full = open({ mayKeep: false })
  const alarmId = randomUUID()
  expect(full.calls.keep(alarmId, { sms: 1 })).toBeNull()
  expect([full.calls.count('sms'), full.calls.isOwn(alarmId)]).toEqual([0, false])
})

test('the NOTIFY of an alarm counts as own once while its slots are reserved or filled, and never when freed or lost', () => {
  const here = open()
  const kept = keep(here, { sms: 1 })
  // The NOTIFY may arrive before the answer to the commit.
  expect([here.calls.isOwn(kept.alarmId), here.calls.isOwn(kept.alarmId)]).toEqual([true, false])
  const filled = keep(here, { sms: 1 })
  filled.fill([])
  expect(here.calls.isOwn(filled.alarmId)).toBe(true)
  const freed = keep(here, { sms: 1 })
  freed.free()
  const lost = keep(here, { sms: 1 })
  lost.lose()
  expect([freed, lost].map(({ alarmId }) => here.calls.isOwn(alarmId))).toEqual([false, false])
  const swept = keep(here, { sms: 1 })
  here.calls.sweep()
  expect(here.calls.isOwn(swept.alarmId)).toBe(false)
})

test('a claim is sent if it is filled within a second, and put back in the queue if later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const here = open()
  const { alarmId, claimed } = await claimedAlarm()
  const fresh = keep(here, { sms: 1 }, alarmId)
  house.clock.forward({ minutes: 1 / 60 })
  fresh.fill(claimed)
  expect(here.lane.takeOff.mock.calls.map(([calls]) => calls)).toEqual([claimed])
  const stale = keep(here, { sms: 1 }, alarmId)
  house.clock.forward({ minutes: 1.001 / 60 })
  stale.fill(claimed)
  await here.calls.idle()
  expect(here.lane.takeOff).toHaveBeenCalledTimes(1)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued'])
})

test('lost claims are given back once, and retried at the sweep while the database is away', async () => {
  const { alarmId } = await claimedAlarm()
  const { db, asked } = counted()
  const away = house.db.withPlugin({
    transformQuery: () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    },
    transformResult: async ({ result }) => result,
  })
  const here = open({ db: away })
  keep(here, { sms: 1 }, alarmId).lose()
  await here.calls.idle()
  expect(here.lane.look).not.toHaveBeenCalled()
  here.ports.db = db
  const givenBack: number[] = []
  here.lane.look.mockImplementation(() => void givenBack.push(asked.answered))
  here.calls.sweep()
  await here.calls.idle()
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued'])
  expect(givenBack).toEqual([1])
  // The claims are released only once: a process that has claimed the message meanwhile keeps it.
  await house.db.updateTable('alarm_deliveries').set({ state: 'sending', attempts: 1 }).execute()
  here.calls.sweep()
  await here.calls.idle()
  expect(asked.times).toBe(1)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sending'])
})

test('idle waits for commits under way and for claims that are being given back', async () => {
  const { alarmId } = await claimedAlarm()
  const here = open()
  const places = keep(here, { sms: 1 }, alarmId)
  const other = keep(here, { sms: 1 })
  let isIdle = false
  const idle = () =>
    here.calls.idle().then(() => {
      isIdle = true
    })
  const waiting = idle()
  other.fill([])
  await new Promise(setImmediate)
  expect(isIdle).toBe(false)
  await behind(
    house.db,
    (db) => db.updateTable('alarm_deliveries').set({ reason: 'held' }).where('alarm_id', '=', alarmId).execute(),
    async () => {
      places.lose()
      await waiting
    },
    () => expect(isIdle).toBe(false),
  )
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued'])
})

test('a message that has its word makes no query, and a call without one gets one', async () => {
  const { claimed } = await claimedAlarm()
  const { db, asked } = counted()
  const here = open({ db })
  const left = Promise.withResolvers<void>()
  const taken: (string | null)[] = []
  here.lane.takeOff.mockImplementation(async (_calls, { ready }) => {
    taken.push(...(await ready).map(({ word }) => word))
    await left.promise
    return []
  })
  const fill = (calls: readonly Claimed[]) => keep(here, {}).fill(calls)
  fill(claimed)
  await vi.waitFor(() => expect(taken).toEqual([claimed[0]?.word]), soon)
  expect(taken.every(Boolean)).toBe(true)
  left.resolve()
  // A mail never has a word.
  fill(claimed.map((one) => ({ ...one, channel: 'mail', phone: null, word: null })))
  await vi.waitFor(() => expect(taken).toHaveLength(2), soon)
  await new Promise(setImmediate)
  expect(asked.times).toBe(0)
  await house.db.deleteFrom('alarm_words').execute()
  fill(claimed.map((one) => ({ ...one, word: null })))
  await vi.waitFor(() => expect(taken).toHaveLength(3), soon)
  expect(taken[2]).toEqual(expect.any(String))
})
