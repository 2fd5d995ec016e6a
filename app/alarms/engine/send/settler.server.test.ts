import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { addPartner, claimOf, deliveriesOf, openNeighbourhood, press } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { soon } from '../../../../test/support/pace/soon'
import { askedThrough } from '../../../../test/support/told/asked-through'
import { heardDuring } from '../../../../test/support/told/what-came-of'
import type { Settled } from '../delivery-store.server'
import { openSettler } from './settler.server'

/** How outcomes of sends are written: completely, in batches, once, and announced once. */

const house = useHouse()
const settling = 'settle deliveries'
const telling = 'announce sent'
const dataFault = () => Object.assign(new pg.DatabaseError('poison', 0, 'error'), { code: '22P02' })
const away = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
/** The longest time that an announcement to pages is held back for others. */
const wordMs = 50

/** A settler; `around` intercepts its database queries. */
function open(around: Parameters<typeof askedThrough>[1] = (_, ask) => ask()) {
  const asked: string[] = []
  const log = { ...house.log, error: vi.fn() }
  const db: Database = askedThrough(house.db, async (name, ask, given) => {
    const answer = await around(name, ask, given)
    asked.push(name)
    return answer
  })
  const settler = openSettler(() => ({ db, clock: house.clock, log }))
  onTestFinished(() => settler.stop())
  return { settler, asked, log, told: () => asked.filter((name) => name === telling).length }
}

/** An alarm with first calls sent to this many companies, and their outcomes. */
async function sentTo(companies: number) {
  const { member, postcode } = await openNeighbourhood(house)
  for (let n = 1; n < companies; n++) await addPartner(house, postcode, `Vakt ${n} AB`)
  const { alarmId } = await press(house, member)
  const went = (await claimOf(house, alarmId)).map(({ id, attempts }): Settled => {
    const nothing = { dueAt: null, reason: null, parts: null, cost: null, togetherWith: null, passOn: false }
    return { ...nothing, id, attempts, state: 'sent', providerId: `p-${id}`, words: 'Larm', wasUnanswered: false }
  })
  expect(went).toHaveLength(companies)
  return { alarmId, went }
}

const kept = (alarmId: string) =>
  house.db
    .selectFrom('alarm_deliveries')
    .select(['state', 'words', 'provider_id as providerId'])
    .where('alarm_id', '=', alarmId)
    .orderBy('state')
    .orderBy('words')
    .execute()

test('outcomes that come during a write are written together, and each alarm is announced to pages once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { alarmId, went } = await sentTo(4)
  const sizes: number[] = []
  const { settler, told } = open((name, ask, given) => {
    if (name === settling) sizes.push(JSON.parse(String(given[0])).length)
    return ask()
  })
  await Promise.all(went.map((one) => settler.write(one)))
  expect(sizes).toEqual([1, 3])
  expect(await deliveriesOf(house.db, alarmId)).toEqual(Array(4).fill('sms call 1 sent'))
  vi.advanceTimersByTime(wordMs - 1)
  expect(told()).toBe(0)
  const heard = await heardDuring(house, async () => {
    vi.advanceTimersByTime(1)
    await vi.waitUntil(() => told() === 1, soon)
  })
  expect(heard.map(({ alarm, what }) => [alarm, what])).toEqual([[alarmId, 'sent']])
  // Each change is announced once: the next announcement covers only later changes.
  const other = await sentTo(1)
  for (const one of other.went) await settler.write(one)
  const more = await heardDuring(house, async () => {
    vi.advanceTimersByTime(wordMs)
    await vi.waitUntil(() => told() === 2, soon)
  })
  expect(more.map(({ alarm }) => alarm)).toEqual([other.alarmId])
  expect(sizes).toEqual([1, 3, 1])
})

test('one statement writes at most two hundred outcomes', async () => {
  const { went } = await sentTo(1)
  const first = Promise.withResolvers<void>()
  const sizes: number[] = []
  const { settler } = open(async (name, ask, given) => {
    if (name === settling) sizes.push(JSON.parse(String(given[0])).length)
    await first.promise
    return ask()
  })
  const [one] = went as [Settled]
  const many = Array.from({ length: 251 }, (_, n) =>
    settler.write({ ...one, id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` }),
  )
  first.resolve()
  await Promise.all(many)
  expect(sizes).toEqual([1, 200, 50])
})

test('writing is retried while the database is away, and write resolves only when it is stored', async () => {
  const { alarmId, went } = await sentTo(1)
  let tries = 0
  const { settler, log } = open((_, ask) => (++tries <= 2 ? Promise.reject(away()) : ask()))
  const isWritten = vi.fn()
  const [one] = went as [Settled]
  const writing = settler.write(one).then(isWritten)
  await vi.waitUntil(() => log.error.mock.calls.length > 0, soon)
  expect(isWritten).not.toHaveBeenCalled()
  await writing
  expect(log.error.mock.calls).toEqual(Array(2).fill([{ code: 'ECONNREFUSED' }, expect.any(String)]))
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
})

test('stop waits for the write under way, starts no retry and announces nothing afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { alarmId, went } = await sentTo(1)
  const [one] = went as [Settled]
  const held = Promise.withResolvers<void>()
  // Recorded when a query begins: an announcement would be answered only after the assertion.
  const begun: string[] = []
  const { settler } = open(async (name, ask) => {
    begun.push(name)
    await held.promise
    return ask()
  })
  void settler.write(one)
  const isStopped = vi.fn()
  const stopping = settler.stop().then(isStopped)
  await new Promise(setImmediate)
  expect(isStopped).not.toHaveBeenCalled()
  held.resolve()
  await stopping
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
  vi.advanceTimersByTime(10 * wordMs)
  await new Promise(setImmediate)
  expect(begun).toEqual([settling])
  let tries = 0
  const without = open(() => {
    tries++
    return Promise.reject(away())
  })
  void without.settler.write(one)
  await without.settler.stop()
  expect(tries).toBe(1)
})

test('an outcome that the database refuses is stored without its text, and the others are stored in full', async () => {
  const { alarmId, went } = await sentTo(3)
  const [, spoilt] = went as [Settled, Settled]
  const [poison, ...others] = [{ ...spoilt, words: 'Gift' }, ...went.filter((one) => one !== spoilt)]
  let bare = 0
  const { settler } = open((name, ask, given) => {
    if (name !== settling) return ask()
    const batch: Settled[] = JSON.parse(String(given[0]))
    const its = batch.find(({ id }) => id === poison?.id)
    if (its?.words) return Promise.reject(dataFault())
    return its && ++bare === 1 ? Promise.reject(away()) : ask()
  })
  await Promise.all([...others, poison].map((one) => one && settler.write(one)))
  expect(bare).toBe(2)
  expect(await kept(alarmId)).toEqual([
    ...others.map(() => ({ state: 'sent', words: 'Larm', providerId: expect.stringMatching(/^p-/) })),
    { state: 'sent', words: null, providerId: null },
  ])
})

test('an outcome that cannot be stored at all leaves the message as sending, and does not block the others', async () => {
  const { alarmId, went } = await sentTo(3)
  const [poison, ...others] = went as [Settled, ...Settled[]]
  let tries = 0
  const { settler, log } = open((name, ask, given) => {
    const isAbout = name === settling && String(given[0]).includes(poison.id)
    if (isAbout && (JSON.parse(String(given[0])) as unknown[]).length === 1) tries++
    return isAbout ? Promise.reject(dataFault()) : ask()
  })
  const isWritten = vi.fn()
  void settler.write(poison).then(isWritten)
  await Promise.all(others.map((one) => settler.write(one)))
  await settler.stop()
  // Tried twice: first as it is, then without its texts.
  expect(tries).toBe(2)
  expect(isWritten).not.toHaveBeenCalled()
  expect(log.error.mock.calls.map(([facts]) => facts)).toEqual([
    { deliveryId: poison.id, code: '22P02' },
    { deliveryId: poison.id },
  ])
  expect((await deliveriesOf(house.db, alarmId)).toSorted()).toEqual([
    'sms call 1 sending',
    'sms call 1 sent',
    'sms call 1 sent',
  ])
})
