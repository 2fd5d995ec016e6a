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
  /**
   * Looks for due work that no NOTIFY announces. If this call is lost, the next sweep finds the work within a second.
   */
  wake(): void
  firstCalls: FirstCalls
  stop(): Promise<void>
}

/** Number of sweeps between two counts of closed alarms. */
const countEvery = 15
/** Clock skew between machines stays below this; a clock that is further back than this has jumped. */
const toleratedS = 5

/**
 * The engine carries alarms out: it sends queued messages and does due steps, from the database alone. Every process
 * may run one. It keeps nothing in memory that a crash could lose.
 */
export function startEngine(house: () => EnginePorts, listener: Listener): Engine {
  // Tests have a lane of their own, so that no real alarm queues behind any number of tests.
  const alarms = openLane(house, { isTest: false })
  const tests = openLane(house, { isTest: true })
  const lanes = [alarms, tests]
  const wake = () => {
    for (const lane of lanes) lane.look()
  }
  const hear = heardAs(alarmNotice, (notice) => {
    if (notice === null) return wake()
    // `what` is set on news about sent messages, which only pages need.
    if (notice.what === undefined) (notice.test ? tests : alarms).look(notice.alarm)
  })
  listener.on('alarms', hear)

  // Each chore has its own runner, so that none blocks another: leases are renewed even while the pulse row is locked,
  // and a chore that hangs holds up only itself.
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
    // First correct the deadlines that a clock set back has left in the future; then look for due work.
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
