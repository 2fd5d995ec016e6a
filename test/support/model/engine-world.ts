import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { carryOutSteps } from '~/alarms/engine/carry-out-steps.server'
import {
  type Claimed,
  claimDeliveries,
  renewClaims,
  type Settled,
  settleDeliveries,
} from '~/alarms/engine/delivery-store.server'
import { sendDelivery, sendTogether } from '~/alarms/engine/send/send-delivery.server'
import { leaseS } from '~/alarms/engine/ways'
import { auditOnce } from '~/alarms/watch/auditor.server'
import { asSaid } from '~/alarms/words/said-together'
import type { House } from '~/platform/house.server'
import type { ClaimedCall } from '~/platform/work/first-calls.server'
import { roomFor } from '../alarms'
import type { TestHouse } from '../house'
import type { Cast } from './engine-cast'
import { judgeClaim, judgeScreens, judgeSends } from './engine-invariants'
import type { Deed, How, LaneName } from './engine-model'

/** One message, or several sent as one, from its claim until its result is recorded. */
export type Flight = {
  claimed: Claimed[]
  settled: Settled[] | null
  /** The lease was not renewed, because the database or the process hung: another engine may have claimed it too. */
  isLapsed?: true
}
/** An engine process: what it has claimed is in its memory, and is lost with it. */
export type Engine = { skewS: number; flights: Flight[]; isStopped: boolean }
export type Text = { to: string; text: string; deliveryIds: string[]; attempt: number; providerId: string }

/** State of one story: what was done, and what the phones and the provider saw. */
export type World = {
  house: TestHouse
  cast: Cast
  now: number
  engines: [Engine, Engine]
  /** SMS that arrived at phones, oldest first. */
  texts: Text[]
  /** Push messages on lock screens, and mails. */
  others: { deliveryIds: string[]; channel: 'push' | 'mail'; text: string }[]
  /** How the provider treats a message by default. */
  provider: How
  /** Recipients who were not stood down because another alarm was waiting at their phone. */
  quiet: Set<string>
  /** Every claimed message, as of its last claim. */
  messages: Map<string, Claimed>
  /** How often the provider was given each message, delivered or not. */
  given: Map<string, number>
  /**
   * How often the outcome of a message was unknown: the connection was cut, or the process died or hung while sending.
   */
  unanswered: Map<string, number>
  broken: Map<string, number>
  presses: { alarmId: string; by: 0 | 1; key: string; at: number }[]
  /** Real alarms in order of creation, and tests. */
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
    others: [],
    provider: 'well',
    quiet: new Set(),
    messages: new Map(),
    given: new Map(),
    unanswered: new Map(),
    broken: new Map(),
    presses: [],
    alarmIds: [],
  }
}

const clockAt = (world: World, skewS = 0) => ({ now: () => new Date(world.now + skewS * 1000) })
/** The house as a web process sees it. */
export const portsOf = (world: World): House => ({ ...world.house, clock: clockAt(world) })
const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)
export const around = <Value>(values: readonly Value[], which: number) => values[which % Math.max(1, values.length)]

/** The house as an engine sees it: with its own clock, and a provider that treats this message in the given way. */
export function engineOf(world: World, engine: Engine, how: How = 'well', claimed: readonly Claimed[] = []): House {
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
    push: {
      ...world.house.push,
      async send({ payload }) {
        const deliveryIds = claimed.map((each) => each.id)
        const isOut = how === 'well' || how === 'twice' || how === 'cut'
        if (isOut) world.others.push({ deliveryIds, channel: 'push', text: JSON.stringify(payload) })
        if (how === 'permanent') return { ...refused, gone: true as const }
        // A push without an answer is sent again and replaces the first one on the screen, so it does not count as a
        // duplicate.
        return how === 'well' || how === 'twice' ? { kind: 'delivered' } : refused
      },
    },
    mail: {
      name: 'model',
      leavesTheHouse: true,
      async send({ text }) {
        if (how === 'temporary' || how === 'permanent') return refused
        world.others.push({ deliveryIds: claimed.map((each) => each.id), channel: 'mail', text })
        return { kind: 'delivered' }
      },
    },
  }
}

export async function claim(world: World, engine: Engine, lane: LaneName, room = 100) {
  const { clock } = engineOf(world, engine)
  const now = clock.now()
  const until = new Date(now.getTime() + leaseS * 1000)
  const inFlight = engine.flights.flatMap(({ claimed }) => claimed.map(({ id }) => id))
  const claimed = await claimDeliveries(world.house.db, {
    isTest: lane === 'test',
    room: roomFor(room),
    inFlight,
    now,
    until,
  })
  await judgeClaim(world, engine, claimed)
  for (const said of asSaid(claimed)) engine.flights.push({ claimed: said, settled: null })
  return claimed.length
}

/**
 * The house as a process that serves a press sees it, with the messages that the commit claims for its engine. A
 * stopped process serves nothing.
 */
export function servedBy(world: World, engine: Engine | null): { ports: House; taken: () => Promise<void> } {
  if (engine === null || engine.isStopped) return { ports: portsOf(world), taken: async () => {} }
  const { clock } = engineOf(world, engine)
  let claimed: readonly Claimed[] = []
  const keep = () => ({
    until: new Date(clock.now().getTime() + leaseS * 1000),
    fill(calls: readonly ClaimedCall[]) {
      claimed = calls as readonly Claimed[]
    },
    free() {},
    lose() {},
  })
  async function taken() {
    await judgeClaim(world, engine as Engine, claimed)
    for (const said of asSaid(claimed)) (engine as Engine).flights.push({ claimed: said, settled: null })
  }
  return { ports: { ...world.house, clock, firstCalls: { keep } }, taken }
}

export async function send(world: World, engine: Engine, flight: Flight, how: How) {
  const ports = engineOf(world, engine, how, flight.claimed)
  const [only] = flight.claimed
  flight.settled =
    flight.claimed.length === 1 && only ? [await sendDelivery(ports, only)] : await sendTogether(ports, flight.claimed)
  judgeSends(world)
  judgeScreens(world)
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
    if (!flight.settled) await send(world, engine, flight, world.provider)
    await settle(world, engine, flight)
  }
  return steps + claimed
}

/** Time passes; running engines renew their leases, as they do every second. */
export async function wait(world: World, seconds: number) {
  world.now += seconds * 1000
  for (const engine of world.engines) {
    if (engine.isStopped) {
      lapse(engine)
      continue
    }
    const ids = engine.flights.flatMap(({ claimed }) => claimed.map(({ id }) => id))
    const { clock } = engineOf(world, engine)
    await renewClaims(world.house.db, ids, new Date(clock.now().getTime() + leaseS * 1000))
  }
}

export const audit = (world: World) => auditOnce(engineOf(world, { skewS: 0, flights: [], isStopped: false }))

/** The outcome of what the engine had claimed is unknown. */
export function lose({ broken }: World, { flights }: Engine) {
  for (const { claimed } of flights) for (const { id } of claimed) count(broken, id)
}

/** The database hangs: no lease is renewed and nothing is recorded, so two engines may send the same message. */
export function beSilent(world: World, seconds: number) {
  world.now += seconds * 1000
  for (const engine of world.engines) {
    if (engine.isStopped) continue
    lose(world, engine)
    lapse(engine)
  }
}

const lapse = ({ flights }: Engine) => {
  for (const flight of flights) flight.isLapsed = true
}

/** Polling must skip rows that a hanging process has locked; waiting for a lock is a failure. */
export async function passBy(world: World, engine: Engine, held: Extract<Deed, { held: unknown }>['held']) {
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
      const given = { isTest: false, room: roomFor(100), inFlight: [], now, until }
      if (held === 'deliveries' && (await claimDeliveries(db, given)).length > 0)
        throw new Error('claimed what is held')
    })
    if (held === 'deliveries') return
    // If a step waited for a lock, the pool's lock timeout would end it, which fails the test too.
    if ((await carryOutSteps(engineOf(world, engine), false, 25)) > 0) throw new Error('a step that is held was done')
  })
}
