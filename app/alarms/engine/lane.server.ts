import { setTimeout as pause } from 'node:timers/promises'
import { readSmsStanding } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { inTime } from '~/platform/time-limit'
import type { Earlier } from '~/platform/tracing/tracing.server'
import type { FirstCalls } from '~/platform/work/first-calls.server'
import { namesOf } from '~/shared/chosen'
import { type AlarmChannel, alarmChannels } from '../alarm'
import { asSaid } from '../words/said-together'
import { alarmRunner } from './alarm-runner.server'
import { carryOutSteps, PoisonedSteps } from './carry-out-steps.server'
import { type Claimed, claimDeliveries, readNextDue, renewClaims } from './delivery-store.server'
import { keepFirstCalls } from './first-calls.server'
import { answerIn, factsOf } from './send/say-delivery.server'
import { sendDelivery, sendTogether } from './send/send-delivery.server'
import { openSettler } from './send/settler.server'
import { leaseS, roomIn } from './ways'

export type EnginePorts = Pick<
  House,
  'db' | 'clock' | 'log' | 'config' | 'keys' | 'sms' | 'push' | 'mail' | 'voice' | 'centre' | 'tracing'
>

/** How long a stop waits for answers of providers; what is not in by then is sent once more by the next process. */
const stopPatienceMs = 9_000
/** Deadlines this close together are one piece of work; it is as late as they can be. */
const gatherMs = 50

/** In a rush many alarms share a look; one that comes alone is looked for at once. */
const breathMs = 15

/** A larmcentral's signal shares processor and database with the SMS of the same press: those leave first (bench/README.md). */
const phonesFirstMs = 10

/**
 * Steps that are carried out together. Their alarms are held meanwhile: few enough that whoever takes one of them
 * hardly waits, and more when there are more than that to do, since many take hardly longer than few.
 */
const stepsAtOnce = { calm: 25, rush: 100 }

/** How long an alarm whose steps cannot be done is left alone, so that it is in nobody's way. */
const asideMs = 30_000

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
  /** Alarms whose steps cannot be done, until when they are left alone. */
  const aside = new Map<string, number>()
  let fewer: number | null = null
  let stopped = false
  /** Of these ways something may wait that came before. Until the first look nobody knows. */
  let full: ReadonlySet<AlarmChannel> = new Set(alarmChannels)
  let isRush = false
  /** Between a look and the next; whether something came meanwhile. */
  let breath: ReturnType<typeof setTimeout> | null = null
  let calledInBreath = false
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
  const step = alarmRunner(house, async () => {
    const most = fewer ?? (isRush ? stepsAtOnce.rush : stepsAtOnce.calm)
    for (const [alarmId, until] of aside) if (until <= performance.now()) aside.delete(alarmId)
    let done: number
    try {
      done = await carryOutSteps(house(), isTest, most, [...aside.keys()])
    } catch (error) {
      if (!(error instanceof PoisonedSteps)) throw error
      isolate(error)
      return true
    }
    fewer = null
    isRush = done >= stepsAtOnce.calm
    if (done > 0) void send.run()
    if (done >= most) return true
    await planNext()
    return false
  })

  /** Half as many at a time, down to the one alarm whose fault it is; the auditor tells of what is late with it. */
  function isolate({ alarmIds, cause }: PoisonedSteps) {
    const [alarmId] = alarmIds
    if (alarmIds.length > 1 || alarmId === undefined) {
      fewer = Math.max(1, Math.ceil(alarmIds.length / 2))
      return
    }
    fewer = null
    aside.set(alarmId, performance.now() + asideMs)
    const { code } = cause as { code?: string }
    house().log.error({ alarmId, code }, 'what is due for an alarm cannot be done; it is set aside for a while')
  }

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

  function sendSoon() {
    if (stopped) return
    if (breath) {
      calledInBreath = true
      return
    }
    void send.run()
    breath = setTimeout(endBreath, breathMs)
  }

  function endBreath() {
    if (breath) clearTimeout(breath)
    breath = null
    if (!calledInBreath) return
    calledInBreath = false
    sendSoon()
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
    if (alarmId === undefined || !firstCalls.isOwn(alarmId)) sendSoon()
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
      if (stopped || breath) return false
      const room = freeRoom()
      // A way that is slow fills its own places: phones that ring, or a letterbox, are in no SMS's way.
      const fits = (channel: AlarmChannel) =>
        !ofEach[channel] || (!full.has(channel) && room[channel] >= ofEach[channel])
      if (!namesOf(room).every(fits)) return false
      breath = setTimeout(endBreath, breathMs)
      return true
    },
    takeOff,
    freed() {
      if (stopped) return
      endBreath()
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
      if (breath) clearTimeout(breath)
      if (refilling) clearTimeout(refilling)
      await inTime(Promise.all([send.idle(), step.idle(), firstCalls.idle()]), stopPatienceMs).catch(() => {})
      const landed = Promise.all([...flights.values()].map((flight) => flight.landed))
      await inTime(landed, stopPatienceMs).catch(() => {})
      await settler.stop()
    },
  }
}
