import { sweepAccounts } from '~/accounts/public.server'
import type { House } from '~/platform/house.server'
import { sweepMonths } from '~/sponsorship/public.server'

const hour = 3_600_000

/**
 * What nobody asks for, done at the start and every hour. Each is safe to run again and in several processes
 * at once: it claims its rows in the database, so what is missed or cut off is done an hour later.
 */
const chores: Record<string, (house: House) => Promise<unknown>> = {
  'months that have passed': (house) => sweepMonths(house),
  'lapsed sessions, links and tries': (house) => sweepAccounts(house),
}

export type Recurring = { stop(): Promise<void> }

export function startRecurring(house: () => House): Recurring {
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function runAll() {
    for (const [chore, run] of Object.entries(chores)) {
      if (stopped) return
      try {
        await run(house())
      } catch (error) {
        house().log.error(
          { chore, code: (error as { code?: string }).code, error: (error as Error).name },
          'a chore failed; it is done again in an hour',
        )
      }
    }
  }

  const again = () => {
    // One round at a time, however long it takes.
    running = running.then(runAll)
  }
  const timer = setInterval(again, hour)
  // Not before the house that calls this is built.
  queueMicrotask(again)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
