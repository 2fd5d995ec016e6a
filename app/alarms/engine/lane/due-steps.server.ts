import type { House } from '~/platform/house.server'
import type { SoleRunner } from '~/platform/work/sole-runner.server'
import { alarmRunner } from '../alarm-runner.server'
import { carryOutSteps, PoisonedSteps, type StepPorts } from '../carry-out-steps.server'

/**
 * Steps that are carried out together. Their alarms are held meanwhile: few enough that whoever takes one of them
 * hardly waits, and more when there are more than that to do, since many take hardly longer than few.
 */
const stepsAtOnce = { calm: 25, rush: 100 }

/** How long an alarm whose steps cannot be done is left alone, so that it is in nobody's way. */
const asideMs = 30_000

type Ports = StepPorts & Pick<House, 'log'>

type Told = {
  isTest: boolean
  /** Some have been carried out, and there may be messages of them. */
  onDone(): void
  /** None is due any more. */
  onRest(): Promise<void>
}

/** Carries out what is due for alarms by the clock, as long as anything is. */
export function openDueSteps(house: () => Ports, { isTest, onDone, onRest }: Told): SoleRunner {
  /** Alarms whose steps cannot be done, until when they are left alone. */
  const aside = new Map<string, number>()
  let fewer: number | null = null
  let isRush = false

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
