import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readLastPress } from '~/alarms/alarm-store.server'
import { auditOnce } from '~/alarms/auditor.server'
import { carryOutSteps } from '~/alarms/carry-out-steps.server'
import { closeAlarm } from '~/alarms/close-alarm.server'
import {
  type Claimed,
  claimDeliveries,
  renewClaims,
  type Settled,
  settleDeliveries,
} from '~/alarms/delivery-store.server'
import { arrive, handBack } from '~/alarms/follow-up.server'
import { raiseAlarm } from '~/alarms/raise-alarm.server'
import { recordDeliveryReport } from '~/alarms/record-delivery-report.server'
import { replyWords } from '~/alarms/reply'
import { replyBySms } from '~/alarms/reply-by-sms.server'
import { asSaid } from '~/alarms/said-together'
import { saySafe } from '~/alarms/say-safe.server'
import { sendDelivery, sendTogether } from '~/alarms/send-delivery.server'
import { beat } from '~/alarms/step-store.server'
import { takeAlarm } from '~/alarms/take-alarm.server'
import { leaseS } from '~/alarms/ways'
import type { House } from '~/platform/house.server'
import type { Cast } from './engine-cast'
import { judgeAnswer, judgeClaim, judgeSends } from './engine-invariants'
import type { Carries, Deed, How, LaneName } from './engine-model'
import type { TestHouse } from './house'

/** One message, or several that are said as one, between being claimed and being written down. */
export type Flight = { claimed: Claimed[]; settled: Settled[] | null }
/** A process: what it holds lies in its memory, and is gone with it. */
export type Engine = { skewS: number; flights: Flight[]; isStopped: boolean }
export type Text = { to: string; text: string; deliveryIds: string[]; attempt: number; providerId: string }

/** What the model keeps of one story: what it did, and what the phones and the provider saw. */
export type World = {
  house: TestHouse
  cast: Cast
  now: number
  engines: [Engine, Engine]
  /** What arrived at phones, oldest first. */
  texts: Text[]
  /** Every message that was claimed, as it was claimed last. */
  messages: Map<string, Claimed>
  /** What the provider was given of each message, arrived or not. */
  given: Map<string, number>
  /** Times that nobody could know whether it went out: a cut line, a process that died or stood still with it in hand. */
  unanswered: Map<string, number>
  broken: Map<string, number>
  presses: { alarmId: string; by: 0 | 1; key: string; at: number }[]
  /** Real alarms, in the order they began, and tests. */
  alarmIds: string[]
}

export function newWorld(house: TestHouse, cast: Cast, skews: [number, number]): World {
  const engine = (skewS: number): Engine => ({ skewS, flights: [], isStopped: false })
  return {
    house,
    cast,
    now: Date.now(),
    engines: [engine(skews[0]), engine(skews[1])],
    texts: [],
    messages: new Map(),
    given: new Map(),
    unanswered: new Map(),
    broken: new Map(),
    presses: [],
    alarmIds: [],
  }
}

const clockAt = (world: World, skewS = 0) => ({ now: () => new Date(world.now + skewS * 1000) })
/** As a process that serves pages sees the house. */
export const portsOf = (world: World): House => ({ ...world.house, clock: clockAt(world) })
const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
const around = <Value>(values: readonly Value[], which: number) => values[which % Math.max(1, values.length)]

/** The house as an engine sees it: with its own clock, and a provider that answers this one message so. */
function engineOf(world: World, engine: Engine, how: How = 'well', claimed: readonly Claimed[] = []): House {
  const refused = { kind: how === 'permanent' ? 'permanent' : 'temporary', reason: how } as const
  return {
    ...world.house,
    clock: clockAt(world, engine.skewS),
    sms: {
      name: 'model',
      leavesTheHouse: true,
      balance: async () => null,
      async send({ recipient, text }, id, attempt) {
        const providerId = `p-${id}-${attempt}-${randomUUID()}`
        const deliveryIds = claimed.map((each) => each.id)
        const isOut = how === 'well' || how === 'twice' || how === 'cut'
        if (isOut || how === 'lost') for (const each of deliveryIds) count(world.given, each)
        if (isOut) world.texts.push({ to: recipient, text, deliveryIds, attempt, providerId })
        if (how === 'lost' || how === 'cut') {
          for (const each of deliveryIds) count(world.unanswered, each)
          return { kind: 'unanswered', reason: how }
        }
        return isOut ? { kind: 'delivered', providerId } : refused
      },
    },
    mail: {
      name: 'model',
      leavesTheHouse: true,
      send: async () => (how === 'temporary' || how === 'permanent' ? refused : { kind: 'delivered' }),
    },
  }
}

export async function claim(world: World, engine: Engine, lane: LaneName, room = 100) {
  const { clock } = engineOf(world, engine)
  const now = clock.now()
  const until = new Date(now.getTime() + leaseS * 1000)
  const inFlight = engine.flights.flatMap(({ claimed }) => claimed.map(({ id }) => id))
  const free = { sms: room, push: room, mail: room }
  const claimed = await claimDeliveries(world.house.db, { isTest: lane === 'test', room: free, inFlight, now, until })
  await judgeClaim(world, engine, claimed)
  for (const said of asSaid(claimed)) engine.flights.push({ claimed: said, settled: null })
  return claimed.length
}

export async function send(world: World, engine: Engine, flight: Flight, how: How) {
  const ports = engineOf(world, engine, how, flight.claimed)
  const [only] = flight.claimed
  flight.settled =
    flight.claimed.length === 1 && only ? [await sendDelivery(ports, only)] : await sendTogether(ports, flight.claimed)
  judgeSends(world)
}

export async function settle(world: World, engine: Engine, flight: Flight) {
  await settleDeliveries(world.house.db, flight.settled ?? [], engineOf(world, engine).clock.now())
  engine.flights = engine.flights.filter((each) => each !== flight)
}

export async function work(world: World, engine: Engine, lane: LaneName): Promise<number> {
  const steps = await carryOutSteps(engineOf(world, engine), lane === 'test', 25)
  const claimed = await claim(world, engine, lane)
  const isOfLane = ({ claimed }: Flight) => claimed[0]?.isTest === (lane === 'test')
  for (const flight of engine.flights.filter(isOfLane)) {
    if (!flight.settled) await send(world, engine, flight, 'well')
    await settle(world, engine, flight)
  }
  return steps + claimed
}

/** Time passes; whoever is alive goes on holding what it has in hand, as it does every second. */
export async function wait(world: World, seconds: number) {
  world.now += seconds * 1000
  for (const engine of world.engines) {
    if (engine.isStopped) continue
    const ids = engine.flights.flatMap(({ claimed }) => claimed.map(({ id }) => id))
    const { clock } = engineOf(world, engine)
    await renewClaims(world.house.db, ids, new Date(clock.now().getTime() + leaseS * 1000))
  }
}

export const audit = (world: World) => auditOnce(engineOf(world, { skewS: 0, flights: [], isStopped: false }))

/** Nobody knows what became of what it had in hand. */
function lose({ broken }: World, { flights }: Engine) {
  for (const { claimed } of flights) for (const { id } of claimed) count(broken, id)
}

/** No look waits for a process that stands still: a lock that is waited for is a fault here. */
async function passBy(world: World, engine: Engine, held: 'deliveries' | 'steps' | 'alarms') {
  const hold = {
    deliveries: sql`select from alarm_deliveries where state in ('queued', 'sending') for update`,
    steps: sql`select from alarm_steps where state = 'pending' for update`,
    alarms: sql`select from safety_alarms for update`,
  }[held]
  await world.house.db.transaction().execute(async (still) => {
    await hold.execute(still)
    await world.house.db.transaction().execute(async (db) => {
      await sql`set local lock_timeout = '150ms'`.execute(db)
      const now = engineOf(world, engine).clock.now()
      const until = new Date(now.getTime() + leaseS * 1000)
      const given = { isTest: false, room: { sms: 100, push: 100, mail: 100 }, inFlight: [], now, until }
      if (held === 'deliveries' && (await claimDeliveries(db, given)).length > 0)
        throw new Error('claimed what is held')
    })
    if (held === 'deliveries') return
    // Gives up by itself after the pool's own limit for locks, which is a fault too.
    if ((await carryOutSteps(engineOf(world, engine), false, 25)) > 0) throw new Error('a step that is held was done')
  })
}

/** Somebody who looks at a page that is not theirs gets 404; that is no fault of the product's. */
async function tried(deed: Promise<unknown>) {
  await deed.catch((thrown: { init?: { status?: number } }) => {
    if (thrown.init?.status !== 404) throw thrown
  })
}

async function press(world: World, by: 0 | 1, again: boolean) {
  const last = world.presses.findLast((each) => each.by === by)
  const key = again && last ? last.key : randomUUID()
  const raised = await raiseAlarm(portsOf(world), world.cast.members[by], { key, message: 'Någon är i huset' })
  if (!raised.ok) throw new Error('an alarm was refused')
  const { alarmId } = raised.value
  if (!world.alarmIds.includes(alarmId)) world.alarmIds.push(alarmId)
  if (key !== last?.key) world.presses.push({ alarmId, by, key, at: world.now })
}

/** Every word that a phone has been told, oldest first; it may well be of an alarm that is long over. */
const wordsTold = ({ texts }: World, phone: string) =>
  texts.filter(({ to }) => to === phone).flatMap(({ text }) => /(?:JA|FRAMME) (\w\w) /.exec(text)?.[1] ?? [])

function wordOf(world: World, phone: string, carries: Carries): string {
  const [own, all] = [wordsTold(world, phone), world.cast.phones.flatMap((each) => wordsTold(world, each))]
  switch (carries.word) {
    case 'own':
      return around(own.toReversed(), carries.which) ?? ''
    case 'another phone’s':
      return around(all, carries.which) ?? ''
    case 'wrong':
      return replyWords.find((word) => !all.includes(word)) ?? ''
    case 'none':
      return ''
  }
}

async function reply(world: World, { phone: nth, says, carries }: Extract<Deed, { do: 'reply' }>) {
  const phone = world.cast.phones[nth] ?? ''
  const text = `${says} ${wordOf(world, phone, carries)}`
  const answered = await replyBySms(portsOf(world), { fromPhone: phone, text, providerId: randomUUID() })
  await judgeAnswer(world, phone, answered)
}

async function follow(world: World, deed: 'take' | 'arrive' | 'hand back' | 'close', who: number, which: number) {
  const ports = portsOf(world)
  const alarmId = around(world.alarmIds.toReversed(), which)
  const actor = world.cast.guards[who] ?? { kind: 'operator' as const, personId: world.cast.operator }
  if (!alarmId) return
  if (deed === 'take') return tried(takeAlarm(ports, actor, alarmId))
  if (deed === 'arrive') return tried(arrive(ports, actor, alarmId))
  if (deed === 'hand back') return tried(handBack(ports, actor, alarmId))
  const seen = await readLastPress(world.house.db, alarmId)
  return tried(closeAlarm(ports, actor, alarmId, { outcome: 'resolved', press: seen?.id ?? '' }))
}

async function report(world: World, which: number, state: 'delivered' | 'failed') {
  const text = around(world.texts.toReversed(), which)
  if (!text) return
  const { providerId, deliveryIds, attempt } = text
  // Of several that went out as one, it is said of the message whose id the provider was given.
  const reference = deliveryIds.find((id) => providerId.includes(id)) ?? null
  await recordDeliveryReport(portsOf(world), { providerId, reference, attempt, state, reason: state })
}

/** Does one thing to the product. */
export async function happen(world: World, deed: Deed): Promise<void> {
  if (deed.do === 'press') return press(world, deed.by, deed.again)
  if (deed.do === 'wait') return wait(world, deed.seconds)
  if (deed.do === 'audit') return void (await audit(world))
  if (deed.do === 'reply') return reply(world, deed)
  if (deed.do === 'report') return report(world, deed.which, deed.state)
  if (deed.do === 'test') {
    const values = { key: randomUUID(), message: 'Prov', test: 'on' }
    const raised = await raiseAlarm(portsOf(world), world.cast.members[deed.by], values)
    if (raised.ok && !world.alarmIds.includes(raised.value.alarmId)) world.alarmIds.push(raised.value.alarmId)
    return
  }
  if (deed.do === 'safe') {
    const last = world.presses.findLast((each) => each.by === deed.by)
    if (last) await tried(saySafe(portsOf(world), world.cast.members[deed.by], last.alarmId))
    return
  }
  if ('who' in deed) return follow(world, deed.do, deed.who, deed.which)
  return happenToEngine(world, world.engines[deed.engine], deed)
}

async function happenToEngine(world: World, engine: Engine, deed: Extract<Deed, { engine: 0 | 1 }>) {
  if (deed.do === 'die') {
    lose(world, engine)
    Object.assign(engine, { flights: [], isStopped: false })
    return
  }
  if (deed.do === 'go on') {
    engine.isStopped = false
    return
  }
  if (engine.isStopped) return
  if (deed.do === 'stop') {
    lose(world, engine)
    engine.isStopped = true
  } else if (deed.do === 'claim') await claim(world, engine, deed.lane, deed.room)
  else if (deed.do === 'work') await work(world, engine, deed.lane)
  else if (deed.do === 'pass by') await passBy(world, engine, deed.held)
  else if (deed.do === 'steps') {
    await beat(world.house.db, engineOf(world, engine).clock, 5)
    await carryOutSteps(engineOf(world, engine), deed.lane === 'test', 25)
  } else if (deed.do === 'send') {
    const flight = around(
      engine.flights.filter(({ settled }) => !settled),
      deed.which,
    )
    if (flight) await send(world, engine, flight, deed.how)
  } else {
    const flight = around(
      engine.flights.filter(({ settled }) => settled),
      deed.which,
    )
    if (flight) await settle(world, engine, flight)
  }
}
