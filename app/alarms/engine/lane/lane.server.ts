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

/**
 * How long a stop waits for the providers' answers. A message without an answer by then is sent again by the next
 * process (at-least-once).
 */
const stopPatienceMs = 9_000
/** Deadlines this close together are handled in one run; a deadline is at most this late. */
const gatherMs = 50

/** Looks within this interval are merged into one. */
const breathMs = 15

/** Delay of a centre's signal: the SMS of the same press share CPU and database, and go first (bench/README.md). */
const phonesFirstMs = 10

/** Interval of the engine's own sweep (engine.server.ts). */
export const sweepsEveryMs = 1_000

/** `claim`: the trace part of the look that claimed them, if one did. `ready`: the deliveries once they have words. */
type TakenOff = { claim?: Earlier | null; ready?: readonly Claimed[] | Promise<readonly Claimed[]> }

export type Lane = {
  /** Something has changed; the alarm is named where it is known. */
  look(alarmId?: string): void
  keep: FirstCalls['keep']
  renew(): Promise<void>
  stop(): Promise<void>
}

/** A lane: one line of work of the engine, for alarms or for tests. */
export function openLane(house: () => EnginePorts, { isTest }: { isTest: boolean }): Lane {
  const flights = new Map<string, { channel: AlarmChannel; landed: Promise<unknown> }>()
  const settler = openSettler(house)
  let stopped = false
  /** Channels for which older messages may still be waiting. All of them until the first look. */
  let full: ReadonlySet<AlarmChannel> = new Set(alarmChannels)
  let planned: { at: number; timer: ReturnType<typeof setTimeout> } | null = null
  let refilling: ReturnType<typeof setTimeout> | null = null

  const send = alarmRunner(house, async () => {
    const { db, clock } = house()
    const now = clock.now()
    const free = freeRoom()
    // When SMS credit is low it is kept for real alarms: tests by SMS wait, and freed slots are not offered to them.
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
    // A channel is full if this claim used all the slots it asked for. Slots that became free meanwhile are for what
    // this claim left over.
    const taken = Map.groupBy(claimed, ({ channel }) => channel)
    full = new Set(alarmChannels.filter((channel) => (taken.get(channel)?.length ?? 0) >= free[channel]))
    const freeNow = freeRoom()
    if ([...full].some((channel) => freeNow[channel] > 0)) refill()
    return false
  })
  const step = openDueSteps(house, { isTest, onDone: () => void send.run(), onRest: planNext })
  const breath = openBreath(breathMs, () => void send.run())

  /** Plans a run for the next due time. If that is more than a second away, the sweep finds it. */
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

  /**
   * Slots freed while more is waiting are collected for a moment: one claim of many costs as much as a claim of one.
   */
  function refill() {
    if (stopped) return
    refilling ??= setTimeout(() => {
      refilling = null
      void send.run()
    }, breathMs)
  }

  function look(alarmId?: string) {
    if (stopped) return
    // First messages that this process is already sending need no look.
    if (alarmId === undefined || !firstCalls.isOwn(alarmId)) breath.look()
    // Steps can wait for `gatherMs`: a press hardly ever has one that is due at once.
    lookAfter(gatherMs)
  }

  function freeRoom() {
    const out = Map.groupBy(flights.values(), ({ channel }) => channel)
    return roomIn(isTest ? 'test' : 'alarm', (channel) => (out.get(channel)?.length ?? 0) + firstCalls.count(channel))
  }

  const firstCalls = keepFirstCalls(house, {
    // In a rush only the first press of an interval reserves slots. The others share a look, so that calls to the same
    // phone can be merged into one message.
    mayKeep(ofEach) {
      if (stopped) return false
      const room = freeRoom()
      // Checked per channel: a slow channel (phones that ring, mail) blocks only its own slots, never SMS.
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

  /** Sends one delivery, or several to one phone merged into one message. */
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
        // Messages may be waiting that found no free slot.
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
