import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import { type Database, inTransaction, openDatabase } from '~/platform/database/database.server'
import { silentLog } from '~/platform/log.server'
import { type Listener, openListener } from '~/platform/realtime/listener.server'
import type { Sms } from '~/platform/sms/sms.server'
import type { Placed } from '~/platform/voice/voice.server'
import type { ClaimedCall, FirstCalls } from '~/platform/work/first-calls.server'
import {
  addPartner,
  deliveriesOf,
  nameOne,
  openNeighbourhood,
  press,
  roomFor,
  workOff,
} from '../../../../test/support/alarms'
import { employGuard, giveOwner } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { soon } from '../../../../test/support/pace/soon'
import { joinAsMember, type Resident } from '../../../../test/support/people'
import { replyWords } from '../../answer/reply'
import { raiseFor } from '../../raise/raise-alarm.server'
import { type Claimed, claimDeliveries } from '../delivery-store.server'
import { type Engine, startEngine } from '../engine.server'
import type { EnginePorts } from './lane.server'

const house = useHouse()

const running: { engine: Engine; listener: Listener }[] = []
/** A database that refuses connections: every query fails at once. */
const nowhere = openDatabase(new pg.Pool({ host: '127.0.0.1', port: 1 }))

/** A separate process, whose engine may lose its database, and which has already looked once for waiting work. */
async function start(ports: Partial<EnginePorts> = {}) {
  const listener = openListener(house.pool, silentLog)
  const sent: string[] = []
  const sms = {
    ...house.sms,
    // Pretends to be a real provider: otherwise sending would have to write to the outbox.
    leavesTheHouse: true,
    send: async ({ text }: Sms) => {
      sent.push(text)
      return { kind: 'delivered' as const }
    },
  }
  const process = { db: house.db as Database, sent, engine: undefined as unknown as Engine }
  process.engine = startEngine(() => ({ ...house, sms, ...ports, db: process.db }), listener)
  running.push({ engine: process.engine, listener })
  await vi.waitFor(() => expect(mayKeep(process.engine)).toBe(true), soon)
  return process
}

/**
 * Whether slots may be reserved now. An engine reserves none until its first look, because older work may be waiting.
 */
function mayKeep({ firstCalls }: Engine): boolean {
  const places = firstCalls.keep('00000000-0000-4000-8000-000000000000', { sms: 1 })
  places?.free()
  return places !== null
}

afterEach(async () => {
  await Promise.all(running.map(({ engine }) => engine.stop()))
  await Promise.all(running.splice(0).map(({ listener }) => listener.close()))
  await house.db.deleteFrom('alarm_words').execute()
  await house.db.deleteFrom('alarm_deliveries').execute()
  await house.db.deleteFrom('alarm_steps').execute()
})

/** A press served by this process. */
const pressAt = (firstCalls: FirstCalls, member: Resident) => press({ ...house, firstCalls }, member)

const notNow = 'no places just now'

/**
 * A press whose send slots are reserved by this process. For an interval after each look (once a second), and while its
 * database is away, the engine reserves none; nothing has been written by then, so the press is retried. `onKept` runs
 * before the commit.
 */
async function pressKept({ firstCalls }: Engine, member: Resident, ports: { db?: Database }, onKept = () => {}) {
  const insisting: FirstCalls = {
    keep(alarmId, ofEach) {
      const places = firstCalls.keep(alarmId, ofEach)
      if (!places) throw new Error(notNow)
      onKept()
      return places
    },
  }
  for (;;) {
    try {
      return await press({ ...house, ...ports, firstCalls: insisting }, member)
    } catch (error) {
      if ((error as Error).message !== notNow) throw error
    }
  }
}

/** A `FirstCalls` that records the messages it is filled with and never sends them. */
function keeper(until = new Date(house.clock.now().getTime() + 6_000)) {
  const got: Claimed[] = []
  const ended: string[] = []
  const firstCalls: FirstCalls = {
    keep: () => ({
      until,
      fill: (calls: readonly ClaimedCall[]) => void got.push(...(calls as readonly Claimed[])),
      free: () => void ended.push('free'),
      lose: () => void ended.push('lost'),
    }),
  }
  return { firstCalls, got, ended }
}

const rowsOf = (alarmId: string) =>
  house.db
    .selectFrom('alarm_deliveries')
    .select(['state', 'attempts', 'due_at as dueAt'])
    .where('alarm_id', '=', alarmId)
    .execute()

test('a press is sent by the process that committed it, even if the database goes away after the commit', async () => {
  const { member } = await openNeighbourhood(house)
  const process = await start()
  const { alarmId } = await pressKept(process.engine, member, {}, () => {
    process.db = nowhere
  })
  await vi.waitFor(() => expect(process.sent).toHaveLength(1), soon)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sending'])
  process.db = house.db
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  expect(process.sent).toHaveLength(1)
})

test('the commit claims the same messages in the same order as the claim query', async () => {
  const { member, companyId, guardId, postcode } = await openNeighbourhood(house)
  await giveOwner(house, companyId)
  await employGuard(house, companyId, { name: 'Bo Ek' })
  await addPartner(house, postcode)
  await nameOne(house, member)
  const subscription = { endpoint: 'https://push.test/1', p256dh: 'p', auth: 'a', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'guard', id: guardId }, subscription, house.clock.now())
  const { firstCalls, got } = keeper()
  await pressAt(firstCalls, member)
  const after = new Date(house.clock.now().getTime() + 6_001)
  const room = roomFor(100)
  const claimed = await claimDeliveries(house.db, { isTest: false, room, inFlight: [], now: after, until: after })
  expect(got.length).toBeGreaterThan(4)
  expect(new Set(got.map(({ role }) => role))).toEqual(new Set(['partner', 'circle']))
  expect(got.some(({ channel }) => channel === 'push')).toBe(true)
  // For a recipient without an account the claim query gives an owner with a null id, the commit gives no owner.
  const asGiven = ({ pushOwner, attempts, ...one }: Claimed) => ({
    ...one,
    attempts: attempts - 1,
    pushOwner: pushOwner?.id ? pushOwner : null,
  })
  expect(got).toEqual(claimed.map(asGiven))
})

test('each call gets its own word, and a phone whose words are all in use gets one before its SMS leaves', async () => {
  const { member, phone, postcode } = await openNeighbourhood(house)
  const { phone: other } = await addPartner(house, postcode)
  const before = await openNeighbourhood(house)
  const { got, firstCalls } = keeper()
  await pressAt(firstCalls, member)
  expect(got.map(({ word }) => word)).toEqual([expect.any(String), expect.any(String)])
  const words = await house.db.selectFrom('alarm_words').select(['phone', 'word']).orderBy('phone').execute()
  expect(words.map((row) => row.phone)).toEqual([phone, other].toSorted())
  await workOff(house)
  // This guard's phone has every word in use by alarms that ended long ago, so no free word can be drawn.
  const { alarmId } = await press(house, before.member)
  await house.db.deleteFrom('alarm_words').execute()
  await fillWords(alarmId, before.phone)
  const { engine, sent } = await start()
  await pressAt(engine.firstCalls, before.member)
  await vi.waitFor(() => expect(sent).toHaveLength(1), soon)
  const [{ word }] = (await wordOpenAt(before.phone)) as [{ word: string }]
  expect(sent[0]).toContain(`Svara JA ${word} `)
  await vi.waitFor(async () => expect(await wordOpenAt(before.phone)).toEqual([{ word }]), soon)
})

test('a call may get a word that the phone used before and that was freed; the circle gets none', async () => {
  const { member, phone } = await openNeighbourhood(house)
  await nameOne(house, member)
  const { alarmId } = await press(house, member)
  await fillWords(alarmId, phone)
  await house.db.updateTable('alarm_words').set({ freed_at: house.clock.now() }).execute()
  const { got, firstCalls } = keeper()
  await pressAt(firstCalls, member)
  expect(got.map(({ role, word }) => [role, word])).toEqual([
    ['partner', expect.any(String)],
    ['circle', null],
  ])
  const given = house.db.selectFrom('alarm_words').select(['phone', 'word']).where('freed_at', 'is', null)
  expect(await given.execute()).toEqual([{ phone, word: got[0]?.word }])
})

/** A word stays in use until it is freed, however long ago its alarm ended. */
async function fillWords(alarmId: string, phone: string) {
  await house.db
    .updateTable('safety_alarms')
    .set({ closed_at: new Date(0), status: 'resolved' })
    .execute()
  const rows = replyWords.map((word, n) => ({ word, n }))
  await house.asOwner(`set session_replication_role = replica;
    with made as (
      insert into alarm_recipients (id, alarm_id, role, company_id, name, phone, link_hash, created_at)
      select uuidv7(), '${alarmId}', 'partner', uuidv7(), 'Bo', '${phone}', md5('${phone}' || n) || md5(n::text), now()
      from generate_series(0, ${rows.length - 1}) as n returning id)
    insert into alarm_words (recipient_id, phone, word, given_at)
    select id, '${phone}', (array[${rows.map(({ word }) => `'${word}'`).join(', ')}])[row_number() over ()], now() - interval '1 hour' from made`)
}

const wordOpenAt = (phone: string) =>
  house.db.selectFrom('alarm_words').select('word').where('phone', '=', phone).where('freed_at', 'is', null).execute()

test('first calls get no slots in a crowd, within an interval, or once the engine stops, and are queued without an engine', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  expect(await rowsOf(alarmId)).toEqual([{ state: 'queued', attempts: 0, dueAt: expect.any(Date) }])

  const { engine } = await start()
  const { firstCalls } = engine
  expect(firstCalls.keep('a', { sms: 101 })).toBeNull()
  // The messages already queued have to be sent first.
  const places = await vi.waitUntil(() => firstCalls.keep('b', { sms: 100 }), soon)
  // Within the interval that follows, presses share one look instead of reserving slots.
  expect(firstCalls.keep('c', { sms: 1 })).toBeNull()
  places.free()
  await vi.waitFor(() => expect(mayKeep(engine)).toBe(true), soon)

  const crowded = await openNeighbourhood(house)
  for (let n = 0; n < 101; n++) await employGuard(house, crowded.companyId)
  const kept: unknown[] = []
  const asked: FirstCalls = {
    keep(alarm, ofEach) {
      kept.push(firstCalls.keep(alarm, ofEach))
      return null
    },
  }
  await pressAt(asked, crowded.member)
  expect(kept).toEqual([null])

  await engine.stop()
  expect(mayKeep(engine)).toBe(false)
})

test('a press asks for as many slots of each channel as it has messages', async () => {
  const { member, companyId, guardId } = await openNeighbourhood(house)
  await employGuard(house, companyId, { name: 'Bo Ek' })
  const subscription = { endpoint: 'https://push.test/2', p256dh: 'p', auth: 'a', device: 'Prov' }
  await upsertSubscription(house.db, { kind: 'guard', id: guardId }, subscription, house.clock.now())
  const keep = vi.fn((_alarmId: string, _ofEach: Readonly<Record<string, number>>) => null)
  await pressAt({ keep }, member)
  expect(keep.mock.calls.map(([, ofEach]) => ofEach)).toEqual([{ sms: 2, push: 1 }])
})

test('phone calls that fill all voice slots do not keep an SMS from leaving with its commit', async () => {
  const { member, companyId, postcode } = await openNeighbourhood(house)
  for (let n = 0; n < 20; n++) await employGuard(house, companyId)
  const { alarmId } = await press(house, member)
  const rung = Promise.withResolvers<Placed>()
  const voice = { ...house.voice, call: vi.fn(() => rung.promise) }
  const { engine } = await start({ voice })
  await sql`insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
    select alarm_id, id, 'voice', 'call', 1, now(), false, now(), 0 from alarm_recipients where alarm_id = ${alarmId}`.execute(
    house.db,
  )
  await vi.waitFor(() => expect(voice.call).toHaveBeenCalledTimes(20), soon)
  await vi.waitFor(() => expect(mayKeep(engine)).toBe(true), soon)
  expect(engine.firstCalls.keep('00000000-0000-4000-8000-000000000001', { voice: 1 })).toBeNull()
  const other = await joinAsMember(house, { postcode })
  await pressKept(engine, other, {})
  rung.resolve({ kind: 'permanent', reason: 'engaged' })
})

test('first calls committed inside a transaction or by a test are queued, not claimed', async () => {
  const { member, postcode } = await openNeighbourhood(house)
  const { firstCalls, got } = keeper()
  const values = { message: 'Hem', position: null, place: null, isTest: false, isHiding: false }
  const person = { id: member.signedIn.person.id, postcode }
  const walked = await inTransaction(house.db, (db) =>
    raiseFor({ ...house, db, firstCalls }, person, { ...values, key: '00000000-0000-4000-8000-00000000aaaa' }, 'walk'),
  )
  const tried = await press({ ...house, firstCalls }, member, { test: 'on' })
  for (const { alarmId } of [walked, tried]) {
    expect(await rowsOf(alarmId)).toEqual([{ state: 'queued', attempts: 0, dueAt: expect.any(Date) }])
  }
  expect(got).toEqual([])
})

test('a press that joins an open alarm frees its reserved slots', async () => {
  const { member } = await openNeighbourhood(house)
  await press(house, member)
  const { firstCalls, got, ended } = keeper()
  await pressAt(firstCalls, member)
  expect({ got, ended }).toEqual({ got: [], ended: ['free'] })
})

/** A database whose commit succeeds but whose answer is lost. */
const deafTo = (db: Database) =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'claimed' in row)) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' })
      return result
    },
  })

test('a commit whose answer was lost is queued again at once, and its message is sent once', async () => {
  const { member } = await openNeighbourhood(house)
  const own = await start()
  await expect(pressKept(own.engine, member, { db: deafTo(house.db) })).rejects.toThrow('cut')
  await vi.waitFor(() => expect(own.sent).toHaveLength(1), soon)
  const { id } = await house.db.selectFrom('safety_alarms').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, id)).toEqual(['sms call 1 sent']), soon)
})

test('a commit that took longer than a claim may wait is given back and sent once, by either process', async () => {
  const { member } = await openNeighbourhood(house)
  const own = await start()
  const other = await start()
  const slow: FirstCalls = {
    keep(alarmId, ofEach) {
      const places = own.engine.firstCalls.keep(alarmId, ofEach)
      return (
        places && {
          ...places,
          fill(calls) {
            house.clock.forward({ minutes: 2 / 60 })
            places.fill(calls)
          },
        }
      )
    },
  }
  const { alarmId } = await pressKept({ ...own.engine, firstCalls: slow }, member, {}, () => {
    own.db = nowhere
  })
  expect(await rowsOf(alarmId)).toMatchObject([{ state: 'sending', attempts: 1 }])
  // Its database is back: it releases the claim (retried each second), and whichever process claims next sends.
  own.db = house.db
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
  expect([...own.sent, ...other.sent]).toHaveLength(1)
})

test('a message claimed by a process that died is sent by another when the lease expires', async () => {
  const { member } = await openNeighbourhood(house)
  const { firstCalls } = keeper()
  const { alarmId } = await pressAt(firstCalls, member)
  const other = await start()
  expect(await rowsOf(alarmId)).toMatchObject([{ state: 'sending', attempts: 1 }])
  house.clock.forward({ minutes: 7 / 60 })
  other.engine.wake()
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent']), soon)
})
