import { sendDueAccountMail } from '~/accounts/public.server'
import { sendDueMail } from '~/notifications/public.server'
import type { House, WakeWork } from '~/platform/house.server'

/** How long work can lie if its wake-up was lost, or the process that had it died. */
const sweepEvery = 1_000

type Task = { run(): Promise<number>; running: boolean; again: boolean }

export type Worker = { wake(work: WakeWork): void; stop(): Promise<void> }

/** Does what commits left to do. Each kind runs alone, at once when woken and every second anyway. */
export function startWorker(house: () => House): Worker {
  const tasks: Record<WakeWork, Task> = {
    mail: { run: () => sendDueMail(house()), running: false, again: false },
    'account mail': { run: () => sendDueAccountMail(house()), running: false, again: false },
  }
  let stopped = false
  let current: Promise<unknown> = Promise.resolve()

  async function runOut(work: WakeWork, task: Task) {
    if (task.running || stopped) {
      task.again = true
      return
    }
    task.running = true
    try {
      do {
        task.again = false
        // A full batch means that there may be more.
        while ((await task.run()) > 0 && !stopped);
      } while (task.again && !stopped)
    } catch (error) {
      house().log.error(
        { work, code: (error as { code?: string }).code, error: (error as Error).name },
        'work failed; the next sweep tries again',
      )
    } finally {
      task.running = false
    }
  }

  const start = (work: WakeWork) => {
    current = Promise.all([current, runOut(work, tasks[work])])
  }
  const timer = setInterval(() => {
    for (const work of Object.keys(tasks) as WakeWork[]) start(work)
  }, sweepEvery)

  return {
    wake: start,
    async stop() {
      stopped = true
      clearInterval(timer)
      await current
    },
  }
}
