import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import type { FirstCalls } from '~/platform/work/first-calls.server'
import { mayKeep } from '../answer/part.server'
import { alarmNotice } from '../history/alarm-notice'
import { carryOutWalks } from '../walk/carry-out-walks.server'
import { countClosedAlarms } from '../watch/figure-store.server'
import { alarmRunner } from './alarm-runner.server'
import { type EnginePorts, openLane, sweepsEveryMs } from './lane/lane.server'
import { armReleaseOfUnfit, beat } from './step-store.server'

export type Engine = {
  /** Something may be due that no NOTIFY tells of. Lost, it costs a second. */
  wake(): void
  firstCalls: FirstCalls
  stop(): Promise<void>
}

/** Sweeps between two counts of the alarms that are over. */
const countEvery = 15
/** Clocks of several machines are closer together than this; further back than this is a jump. */
const toleratedS = 5

/**
 * What carries alarms out: sends what is queued and does what is due, for every process that runs it, on what
 * lies in the database. It keeps nothing in memory that a crash could lose.
 */
export function startEngine(house: () => EnginePorts, listener: Listener): Engine {
  // Tests have hands of their own: however many there are, no alarm waits behind one.
  const alarms = openLane(house, { isTest: false })
  const tests = openLane(house, { isTest: true })
  const lanes = [alarms, tests]
  const wake = () => {
    for (const lane of lanes) lane.look()
  }
  const hear = heardAs(alarmNotice, (notice) => {
    if (notice === null) return wake()
    // What was said about messages that went out is for pages alone.
    if (notice.what === undefined) (notice.test ? tests : alarms).look(notice.alarm)
  })
  listener.on('alarms', hear)

  // None waits for another: a claim is renewed although the clock's row is held, and what hangs holds up itself alone.
  const chore = (work: () => Promise<unknown>) =>
    alarmRunner(house, async () => {
      await work()
      return false
    })
  const time = chore(() => keepTime(house()))
  const claims = lanes.map((lane) => chore(() => lane.renew()))
  const count = chore(() => countClosedAlarms(house()))
  const walks = chore(() => carryOutWalks(house()))
  const chores = [time, ...claims, count, walks]

  let sweeps = 0
  function sweep() {
    // Deadlines that a clock left behind are put right before anything is done by them.
    void time.run().then(wake)
    for (const claim of claims) void claim.run()
    void walks.run()
    if (sweeps++ % countEvery === 0) void count.run()
  }
  const timer = setInterval(() => {
    sweep()
    wake()
  }, sweepsEveryMs)
  queueMicrotask(sweep)

  return {
    wake,
    firstCalls: { keep: alarms.keep },
    async stop() {
      clearInterval(timer)
      await Promise.all(chores.map((each) => each.idle()))
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

async function keepTime({ db, clock, log }: EnginePorts) {
  const backS = await beat(db, clock, toleratedS)
  if (backS > 0) log.warn({ seconds: Math.round(backS) }, 'the clock went back; deadlines were moved back with it')
  const now = clock.now()
  await armReleaseOfUnfit(db, now, mayKeep(now))
}
