import { sweepAccounts } from '~/accounts/public.server'
import { countDaysThatAreOver } from '~/admin/public.server'
import {
  blurOldPositions,
  countPublicFigures,
  endUnansweredQuestions,
  forgetOldWalks,
  keepStatus,
  singCanaries,
} from '~/alarms/public.server'
import { tendBookings } from '~/bookings/public.server'
import { forgetOldSignals, pollCentres, sealKeysAnew, tellOfSilentCentres } from '~/centres/public.server'
import { lookAtCalendars } from '~/companies/public.server'
import { forgetQuietFaults } from '~/faults/public.server'
import { remindOfTests, tellOfUncovered } from '~/guards/public.server'
import { sweepIntegrations } from '~/integrations/public.server'
import { runMemberships } from '~/membership/public.server'
import { sweepMessages, watchBalance } from '~/notifications/public.server'
import { prepareShifts } from '~/patrols/public.server'
import { billCompanies, sweepMoney } from '~/payments/public.server'
import { isDatabaseFault } from '~/platform/database/errors.server'
import type { House } from '~/platform/house.server'
import { markTips } from '~/points/public.server'
import { sweepMonths } from '~/sponsorship/public.server'
import { askForFees } from '~/statements/public.server'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

type Chore = { every: number; run(house: House): Promise<unknown> }

/**
 * What nobody asks for, done at the start and again and again. Each is safe to run again and in several processes
 * at once: it claims its rows in the database, so what is missed or cut off is done the next time.
 */
const chores: Record<string, Chore> = {
  'bookings that lapse or are soon': { every: minute, run: (house) => tendBookings(house) },
  'companies’ own calendars': { every: minute, run: (house) => lookAtCalendars(house) },
  'polls of alarm receiving centres': { every: 5 * second, run: (house) => pollCentres(house) },
  'centres that do not answer': { every: minute, run: (house) => tellOfSilentCentres(house) },
  'keys of centres': { every: 24 * hour, run: (house) => sealKeysAnew(house) },
  'old signals to centres': { every: hour, run: (house) => forgetOldSignals(house) },
  memberships: { every: hour, run: (house) => runMemberships(house) },
  'months of the base package': { every: hour, run: (house) => billCompanies(house) },
  'fees of months that are over': { every: hour, run: (house) => askForFees(house) },
  'payments that are late': { every: hour, run: (house) => sweepMoney(house) },
  'months that have passed': { every: hour, run: (house) => sweepMonths(house) },
  'shifts and stops ahead': { every: hour, run: (house) => prepareShifts(house) },
  'what is left to send SMS for': { every: 5 * minute, run: (house) => watchBalance(house) },
  'old replies and reports': { every: hour, run: (house) => sweepMessages(house) },
  'lapsed sessions, links and tries': { every: hour, run: (house) => sweepAccounts(house) },
  'tips that stand out': { every: hour, run: (house) => markTips(house) },
  'days that are over': { every: hour, run: (house) => countDaysThatAreOver(house) },
  'phones that have not answered for a month': { every: hour, run: (house) => remindOfTests(house) },
  'postcodes that have lost their partner': { every: minute, run: (house) => tellOfUncovered(house) },
  'positions of old alarms': { every: hour, run: (house) => blurOldPositions(house) },
  'what companies’ systems were told and answered': { every: hour, run: (house) => sweepIntegrations(house) },
  'questions that nobody answered': { every: hour, run: (house) => endUnansweredQuestions(house) },
  'walks home that are over': { every: hour, run: (house) => forgetOldWalks(house) },
  'test alarms of the canary': { every: hour, run: (house) => singCanaries(house) },
  'figures that everybody may see': { every: hour, run: (house) => countPublicFigures(house) },
  'what broke long ago': { every: 24 * hour, run: (house) => forgetQuietFaults(house) },
  'how it goes': { every: 5 * minute, run: (house) => keepStatus(house) },
}

export type Recurring = { stop(): Promise<void> }

export function startRecurring(house: () => House): Recurring {
  let stopped = false

  async function run(name: string, chore: Chore) {
    if (stopped) return
    try {
      await chore.run(house())
    } catch (error) {
      const { log, faults } = house()
      // A database that is away is told of by itself.
      if (!isDatabaseFault(error)) faults.note({ error, place: name, requestId: null })
      log.error(
        { chore: name, code: (error as { code?: string }).code, error: (error as Error).name },
        'a chore failed; it is done again the next time',
      )
    }
  }

  const rounds = Object.entries(chores).map(([name, chore]) => {
    // Each goes round alone, however long it takes.
    let running: Promise<void> = Promise.resolve()
    const again = () => {
      running = running.then(() => run(name, chore))
    }
    const timer = setInterval(again, chore.every)
    // Not before the house that calls this is built.
    queueMicrotask(again)
    return { timer, whenDone: () => running }
  })
  return {
    async stop() {
      stopped = true
      for (const { timer } of rounds) clearInterval(timer)
      await Promise.all(rounds.map(({ whenDone }) => whenDone()))
    },
  }
}
