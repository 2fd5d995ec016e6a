import type { House } from '~/platform/house.server'
import type { SoleRunner } from '~/platform/work/sole-runner.server'
import { alarmRunner } from '../alarm-runner.server'
import { carryOutSteps, PoisonedSteps, type StepPorts } from '../carry-out-steps.server'

/**
 * Batch size of steps. Their alarms are row-locked meanwhile: few enough that a user who takes one of these alarms
 * hardly waits; more in a rush, because a large batch takes hardly longer than a small one.
 */
const stepsAtOnce = { calm: 25, rush: 100 }

/** How long an alarm whose steps fail is set aside, so that it does not block the others. */
const asideMs = 30_000

type Ports = StepPorts & Pick<House, 'log'>

type Told = {
  isTest: boolean
  /** Called when steps have been carried out: they may have queued messages. */
  onDone(): void
  /** Called when no more steps are due. */
  onRest(): Promise<void>
}

/** Carries out due steps until none is left. */
export function openDueSteps(house: () => Ports, { isTest, onDone, onRest }: Told): SoleRunner {
  /** Poisoned alarms (whose steps fail on every try), and until when each is set aside. */
  const aside = new Map<string, number>()
  let fewer: number | null = null
  let isRush = false

  /** Bisects a failed batch: half as many at a time, down to the alarm at fault. The auditor reports what is late. */
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

  return alarmRunner(house, async () => {
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
    if (done > 0) onDone()
    if (done >= most) return true
    await onRest()
    return false
  })
}
