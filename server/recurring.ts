import { sweepAccounts, tellOfTerms } from '~/accounts/public.server'
import { countDaysThatAreOver } from '~/admin/public.server'
import {
  blurOldPositions,
  countPublicFigures,
  endUnansweredQuestions,
  forgetOldWalks,
  forgetWords,
  keepStatus,
  singCanaries,
} from '~/alarms/public.server'
import { tendBookings } from '~/bookings/public.server'
import { forgetOldSignals, pollCentres, sealKeysAnew, tellOfSilentCentres } from '~/centres/public.server'
import { lookAtCalendars } from '~/companies/public.server'
import { forgetSettledQuestions } from '~/contact/public.server'
import { forgetQuietFaults } from '~/faults/public.server'
import { remindOfTests, tellOfUncovered } from '~/guards/public.server'
import { sweepIntegrations } from '~/integrations/public.server'
import { runMemberships } from '~/membership/public.server'
import { sweepMessages, watchBalance } from '~/notifications/public.server'
import { prepareShifts } from '~/patrols/public.server'
import { billCompanies, sweepMoney } from '~/payments/public.server'
import { tellOfFault } from '~/platform/faults/faults.server'
import type { House } from '~/platform/house.server'
import { setAsideBefore } from '~/platform/work/one-run'
import { markTips } from '~/points/public.server'
import { namesOf } from '~/shared/chosen'
import { sweepMonths } from '~/sponsorship/public.server'
import { askForFees } from '~/statements/public.server'
import { type ChoreName, chores, notedEveryMs } from '~/upkeep/public'
import { noteRun, tellOfOldBackups } from '~/upkeep/public.server'
import { keepBackups } from './backup/keep-backups'
import { inTurns, phasesOf } from './rounds'

/** Milliseconds between the first runs of two chores when a process starts. */
const apartMs = 40

type Run = (house: House, isToStop: AbortSignal) => Promise<unknown>

/**
 * Recurring chores, run at the start and then at intervals, each at its own phase (rounds.ts). The intervals stand with
 * the names that administrators see (upkeep/chore.ts). Each is idempotent and safe in several processes at once: it
 * claims its rows in the database, and what is missed or cut off is done by the next run.
 */
const runs: Record<ChoreName, Run> = {
  'bookings that lapse or are soon': (house) => tendBookings(house),
  'companies’ own calendars': (house) => lookAtCalendars(house),
  'polls of alarm receiving centres': (house) => pollCentres(house),
  'centres that do not answer': (house) => tellOfSilentCentres(house),
  'keys of centres': (house) => sealKeysAnew(house),
  'old signals to centres': (house) => forgetOldSignals(house),
  memberships: (house) => runMemberships(house),
  'months of the base package': (house) => billCompanies(house),
  'fees of months that are over': (house) => askForFees(house),
  'payments that are late': (house) => sweepMoney(house),
  'months that have passed': (house) => sweepMonths(house),
  'shifts and stops ahead': (house) => prepareShifts(house),
  'what is left to send SMS for': (house) => watchBalance(house),
  'old replies and reports': (house) => sweepMessages(house),
  'lapsed sessions, links and tries': (house) => sweepAccounts(house),
  'tips that stand out': (house) => markTips(house),
  'days that are over': (house) => countDaysThatAreOver(house),
  'phones that have not answered for a month': (house) => remindOfTests(house),
  'postcodes that have lost their partner': (house) => tellOfUncovered(house),
  'positions of old alarms': (house) => blurOldPositions(house),
  'what companies’ systems were told and answered': (house) => sweepIntegrations(house),
  'questions that nobody answered': (house) => endUnansweredQuestions(house),
  'walks home that are over': (house) => forgetOldWalks(house),
  'words of calls that are over': (house) => forgetWords(house),
  'test alarms of the canary': (house) => singCanaries(house),
  'figures that everybody may see': (house) => countPublicFigures(house),
  'terms that people have not been told of': (house) => tellOfTerms(house),
  'questions that were settled long ago': (house) => forgetSettledQuestions(house),
  'what broke long ago': (house) => forgetQuietFaults(house),
  'how it goes': (house) => keepStatus(house),
  'a backup that is tried': (house, isToStop) => keepBackups(house, isToStop),
  'backups that are too old': (house) => tellOfOldBackups(house),
}

export type Recurring = { stop(): Promise<void> }

export function startRecurring(house: () => House): Recurring {
  const stop = new AbortController()
  const notedAt = new Map<string, number>()

  async function run(name: ChoreName) {
    if (stop.signal.aborted) return
    try {
      await runs[name](house(), stop.signal)
      await note(name, 'well')
    } catch (error) {
      await note(name, 'wrong')
      const { log, faults } = house()
      tellOfFault(faults, { error, place: name, requestId: null })
      const { code, name: kind } = error as { code?: string; name?: string }
      const about = { chore: name, code, error: kind, ...setAsideBefore(error) }
      log.error(about, 'a chore failed; it is done again the next time')
    }
  }

  /** Records when a chore ran. If recording fails, the chore counts as behind and is shown as such. */
  async function note(name: ChoreName, went: 'well' | 'wrong') {
    const { db, clock } = house()
    const [key, at] = [`${name} ${went}`, clock.now()]
    if (at.getTime() - (notedAt.get(key) ?? 0) < notedEveryMs) return
    await noteRun(db, name, went, at).then(
      () => notedAt.set(key, at.getTime()),
      () => {},
    )
  }

  const phases = phasesOf(namesOf(chores).map((name) => [name, chores[name].everyS * 1_000]))
  const rounds = namesOf(chores).map((name, place) => {
    const { again, whenDone } = inTurns(() => run(name))
    // Not before the calling house is built, and staggered: somebody may press an alarm as the server opens.
    const timers = [setTimeout(again, place * apartMs)]
    const phase = setTimeout(() => {
      if (phases.get(name) !== 0) again()
      timers.push(setInterval(again, chores[name].everyS * 1_000))
    }, phases.get(name))
    timers.push(phase)
    return { timers, whenDone }
  })
  return {
    async stop() {
      stop.abort()
      for (const { timers } of rounds) for (const timer of timers) clearTimeout(timer)
      await Promise.all(rounds.map(({ whenDone }) => whenDone()))
    },
  }
}
