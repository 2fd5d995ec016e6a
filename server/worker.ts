import { sendDueAccountMail } from '~/accounts/public.server'
import { layOutBroadcasts } from '~/broadcasts/public.server'
import { runBulk } from '~/bulk/public.server'
import { companyBulk } from '~/company-desk/public.server'
import { sendDueMail, sendDuePush, sendDueSms } from '~/notifications/public.server'
import { carryOutCardOrders } from '~/payments/public.server'
import { peopleBulk } from '~/people/public.server'
import type { House, WakeWork } from '~/platform/house.server'
import { channels } from '~/shared/channel'

/** How long work can lie if its wake-up was lost, or the process that had it died. */
const sweepEvery = 1_000

/** Each way out is its own work: a provider that is slow keeps nobody else waiting. */
type Work = Exclude<WakeWork, 'messages' | 'alarms'>

type Task = { run(): Promise<number>; running: boolean; again: boolean }

export type Worker = { wake(work: Work | 'messages'): void; stop(): Promise<void> }

/** Does what commits left to do. Each kind runs alone, at once when woken and every second anyway. */
export function startWorker(house: () => House): Worker {
  const tasks: Record<Work, Task> = {
    mail: { run: () => sendDueMail(house()), running: false, again: false },
    'bulk work': { run: () => runBulk(house(), [peopleBulk, companyBulk]), running: false, again: false },
    sms: { run: () => sendDueSms(house()), running: false, again: false },
    push: { run: () => sendDuePush(house()), running: false, again: false },
    cards: { run: () => carryOutCardOrders(house()), running: false, again: false },
    broadcasts: { run: () => layOutBroadcasts(house()), running: false, again: false },
    'account mail': { run: () => sendDueAccountMail(house()), running: false, again: false },
  }
  let stopped = false
  let current: Promise<unknown> = Promise.resolve()

  async function runOut(work: Work, task: Task) {
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

  const start = (work: Work) => {
    current = Promise.all([current, runOut(work, tasks[work])])
  }
  // One after the other over the second: all at once they would be in the way of an alarm that comes just then.
  const inTurn = Object.keys(tasks) as Work[]
  let turn = 0
  const timer = setInterval(() => {
    const next = inTurn[turn++ % inTurn.length]
    if (next) start(next)
  }, sweepEvery / inTurn.length)

  return {
    wake(work) {
      for (const one of work === 'messages' ? channels : [work]) start(one)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await current
    },
  }
}
