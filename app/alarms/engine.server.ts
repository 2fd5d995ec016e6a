import type { House } from '~/platform/house.server'
import { heardAs, type Listener } from '~/platform/realtime/listener.server'
import { alarmNotice } from './alarm-notice'
import { countClosedAlarms } from './count-figures.server'
import { openLane, sweepsEveryMs } from './lane.server'
import { mayKeep } from './part.server'
import { armReleaseOfUnfit, beat } from './step-store.server'

export type EnginePorts = Pick<House, 'db' | 'clock' | 'log' | 'config' | 'keys' | 'sms' | 'push' | 'mail'>

export type Engine = {
  /** Something may be due that no NOTIFY tells of. Lost, it costs a second. */
  wake(): void
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
    if (notice.what !== 'sent') (notice.test ? tests : alarms).look()
  })
  listener.on('alarms', hear)

  let current: Promise<unknown> = Promise.resolve()
  let sweeping = false
  let sweeps = 0
  async function sweep() {
    if (sweeping) return
    sweeping = true
    try {
      await keepTime(house())
      for (const lane of lanes) await lane.renew()
      if (sweeps++ % countEvery === 0) await countClosedAlarms(house())
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string }
      house().log.error({ code, error: name }, 'the alarm engine could not look; it tries again in a second')
    } finally {
      sweeping = false
    }
    wake()
  }
  const timer = setInterval(() => {
    current = sweep()
  }, sweepsEveryMs)
  queueMicrotask(() => {
    current = sweep()
  })

  return {
    wake,
    async stop() {
      clearInterval(timer)
      await current
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
