import { setTimeout as pause } from 'node:timers/promises'
import { readSmsStanding } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { inTime } from '~/platform/time-limit'
import type { Earlier } from '~/platform/tracing/tracing.server'
import type { FirstCalls } from '~/platform/work/first-calls.server'
import { namesOf } from '~/shared/chosen'
import { type AlarmChannel, alarmChannels } from '../../alarm'
import { asSaid } from '../../words/said-together'
import { alarmRunner } from '../alarm-runner.server'
import { type Claimed, claimDeliveries, readNextDue, renewClaims } from '../delivery-store.server'
import { answerIn, factsOf } from '../send/say-delivery.server'
import { sendDelivery, sendTogether } from '../send/send-delivery.server'
import { openSettler } from '../send/settler.server'
import { leaseS, roomIn } from '../ways'
import { openBreath } from './breath'
import { openDueSteps } from './due-steps.server'
import { keepFirstCalls } from './first-calls.server'

export type EnginePorts = Pick<
  House,
  'db' | 'clock' | 'log' | 'config' | 'keys' | 'sms' | 'push' | 'mail' | 'voice' | 'centre' | 'tracing'
>

/** How long a stop waits for answers of providers; what is not in by then is sent once more by the next process. */
const stopPatienceMs = 9_000
/** Deadlines this close together are one piece of work; it is as late as they can be. */
const gatherMs = 50

/** How long those that come close together wait for each other. */
const breathMs = 15

/** A larmcentral's signal shares processor and database with the SMS of the same press: those leave first (bench/README.md). */
const phonesFirstMs = 10

/** As often as the engine looks by itself (engine.server.ts). */
export const sweepsEveryMs = 1_000

/** How they came to be claimed, where a look claimed them, and what they are once they have their words. */
type TakenOff = { claim?: Earlier | null; ready?: readonly Claimed[] | Promise<readonly Claimed[]> }

export type Lane = {
  /** Something has changed: an alarm, where it is known which. */
  look(alarmId?: string): void
  keep: FirstCalls['keep']
  renew(): Promise<void>
  stop(): Promise<void>
}

/** One line of work of the engine: alarms, or tests. */
export function openLane(house: () => EnginePorts, { isTest }: { isTest: boolean }): Lane {
  const flights = new Map<string, { channel: AlarmChannel; landed: Promise<unknown> }>()
  const settler = openSettler(house)
  let stopped = false
  /** Of these ways something may wait that came before. Until the first look nobody knows. */
  let full: ReadonlySet<AlarmChannel> = new Set(alarmChannels)
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | null = null
  let refilling: ReturnType<typeof setTimeout> | null = null

  const send = alarmRunner(house, async () => {
    const { db, clock } = house()
    const now = clock.now()
    const free = freeRoom()
    // What little is left to pay with is kept for alarms; a test by SMS waits, and no place that lands is for it.
    const isLow = isTest && free.sms > 0 && (await readSmsStanding(house())) === 'low'
    const room = isLow ? { ...free, sms: 0 } : free
    const until = new Date(now.getTime() + leaseS * 1000)
    const fromMs = Date.now()
    const inFlight = [...flights.keys()]
    const claimed = await claimDeliveries(db, { isTest, room, inFlight, now, until }).catch((error) => {
      full = new Set(alarmChannels)
      throw error
    })
    const claim = { name: 'claim', fromMs, untilMs: Date.now() }
    for (const calls of asSaid(claimed)) void takeOff(calls, { claim })
    // By what it asked for, and not by what is free now: places that became free meanwhile are for what it left.
    const taken = Map.groupBy(claimed, ({ channel }) => channel)
    full = new Set(alarmChannels.filter((channel) => (taken.get(channel)?.length ?? 0) >= free[channel]))
    const freeNow = freeRoom()
    if ([...full].some((channel) => freeNow[channel] > 0)) refill()
    return false
  })
  const step = openDueSteps(house, { isTest, onDone: () => void send.run(), onRest: planNext })
  const breath = openBreath(breathMs, () => void send.run())

  /** Sets out for the next thing that is due by the clock; further away than a second it is the sweep's. */
  async function planNext() {
    const { db, clock } = house()
    const next = await readNextDue(db, isTest, clock.now())
    const wait = next === null ? sweepsEveryMs : next.getTime() - clock.now().getTime()
    if (wait < sweepsEveryMs) lookAfter(Math.max(wait, gatherMs))
  }

  function lookAfter(ms: number) {
    const at = performance.now() + ms
    if (stopped || (planned && planned.at <= at)) return
    clearTimeout(planned?.timer)
    const timer = setTimeout(() => {
      planned = null
      void send.run()
      void step.run()
    }, ms)
    planned = { at, timer }
  }

  /** Places that become free where more waits are given out together: a look takes many of them as it takes one. */
  function refill() {
    if (stopped) return
    refilling ??= setTimeout(() => {
      refilling = null
      void send.run()
    }, breathMs)
  }

  function look(alarmId?: string) {
    if (stopped) return
    // What is here already is not looked for.
    if (alarmId === undefined || !firstCalls.isOwn(alarmId)) breath.look()
    // Hardly any press has a deadline that is due at once.
    lookAfter(gatherMs)
  }

  function freeRoom() {
    const out = Map.groupBy(flights.values(), ({ channel }) => channel)
    return roomIn(isTest ? 'test' : 'alarm', (channel) => (out.get(channel)?.length ?? 0) + firstCalls.count(channel))
  }

  const firstCalls = keepFirstCalls(house, {
    // In a rush only the first of those that come close together: the others share a look, and a phone gets one message of theirs.
    mayKeep(ofEach) {
      if (stopped) return false
      const room = freeRoom()
      // A way that is slow fills its own places: phones that ring, or a letterbox, are in no SMS's way.
      const fits = (channel: AlarmChannel) =>
        !ofEach[channel] || (!full.has(channel) && room[channel] >= ofEach[channel])
      return namesOf(room).every(fits) && breath.hold()
    },
    takeOff,
    freed() {
      if (stopped) return
      breath.end()
      if (full.size > 0) void send.run()
    },
    look: () => look(),
  })

  async function handOver(claimed: readonly Claimed[]) {
    const [one] = claimed
    if (claimed.length > 1 || !one) return sendTogether(house(), claimed)
    if (one.channel === 'centre') await pause(phonesFirstMs)
    return [await sendDelivery(house(), one)]
  }

  /** One message, or several to a phone that are said as one. */
  function takeOff(claimed: readonly Claimed[], { claim = null, ready = claimed }: TakenOff = {}) {
    const ports = house()
    const { tracing } = ports
    const alarmIds = claimed.map(({ alarmId }) => alarmId)
    const landed = tracing
      .about(alarmIds, 'deliver', claim, async (span) => {
        span.note(factsOf(claimed, ports))
        const settled = await tracing.part('ask the provider', async (asked) => {
          const all = await handOver(await ready)
          asked.note(answerIn(all))
          return all
        })
        await tracing.part('write down', () => Promise.all(settled.map((one) => settler.write(one))))
      })
      .catch((error: Error) =>
        house().log.error({ error: error.name }, 'a message was lost sight of; its claim lapses'),
      )
      .finally(() => {
        for (const { id } of claimed) flights.delete(id)
        // There may be some that there was no room for.
        if (claimed.some(({ channel }) => full.has(channel))) refill()
      })
    for (const { id, channel } of claimed) flights.set(id, { channel, landed })
    return landed
  }

  return {
    look,
    keep: firstCalls.keep,
    async renew() {
      firstCalls.sweep()
      const { db, clock } = house()
      await renewClaims(db, [...flights.keys()], new Date(clock.now().getTime() + leaseS * 1000))
    },
    async stop() {
      stopped = true
      clearTimeout(planned?.timer)
      breath.stop()
      if (refilling) clearTimeout(refilling)
      await inTime(Promise.all([send.idle(), step.idle(), firstCalls.idle()]), stopPatienceMs).catch(() => {})
      const landed = Promise.all([...flights.values()].map((flight) => flight.landed))
      await inTime(landed, stopPatienceMs).catch(() => {})
      await settler.stop()
    },
  }
}
