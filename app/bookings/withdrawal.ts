import type { Ore } from '~/shared/money'
import { dayOf } from '~/shared/time'
import { withdrawalIsOver, withdrawalUntil } from '~/shared/withdrawal/withdrawal'

/**
 * The statutory right to withdraw from a booked service. The distance contract between member and company begins with
 * the company's yes. Cancelling is the company's own rule (booking.ts) and is independent of it (docs/decisions/0179).
 */

/** The facts that decide about a withdrawal. */
export type Contract = {
  startsAt: Date
  endsAt: Date
  /** When the contract was made; null while the booking is pending. */
  confirmedAt: Date | null
  /** When the member asked that the job may begin within the withdrawal period. */
  earlyStartAt: Date | null
}

/** What the member agrees to for an early start. The exact wording is stored with the booking. */
export const EARLY_START =
  'Jag vill att jobbet får börja under ångerfristen på 14 dagar. Ångrar jag mig när det har börjat betalar jag för den del som är gjord, och när hela jobbet är utfört kan jag inte ångra avtalet längre.'

export const earlyStartNeeded =
  'Kryssa i rutan, så att jobbet får börja under ångerfristen. Eller välj en tid längre fram.'

/** Whether a job may begin within fourteen days of the contract; of a request, of its latest possible yes. */
export function mayBeginEarly(startsAt: Date, contractAt: Date): boolean {
  return dayOf(startsAt) <= withdrawalUntil(dayOf(contractAt))
}

/** The last day of the withdrawal period; null without a contract. */
export const lastDayToWithdraw = ({ confirmedAt }: Pick<Contract, 'confirmedAt'>) =>
  confirmedAt && withdrawalUntil(dayOf(confirmedAt))

/** Why a confirmed booking cannot be withdrawn from now; null when it can. */
export function whyNoWithdrawal(contract: Contract, now: Date): string | null {
  const until = lastDayToWithdraw(contract)
  if (until === null || dayOf(now) > until) return withdrawalIsOver
  if (contract.earlyStartAt && now >= contract.endsAt) {
    return 'Jobbet är utfört, och därför kan avtalet inte ångras längre.'
  }
  return null
}

/**
 * What the member owes on withdrawing now: the completed share of a job that has begun at their express wish, by whole
 * minutes and rounded down; otherwise nothing.
 */
export function dueWhenWithdrawn({ startsAt, endsAt, earlyStartAt }: Contract, customerPaysOre: Ore, now: Date): Ore {
  if (!earlyStartAt || now <= startsAt) return 0
  const minutes = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 60_000)
  const [done, all] = [minutes(startsAt, now), minutes(startsAt, endsAt)]
  return Math.floor((customerPaysOre * Math.min(done, all)) / all)
}
