import type { Ore } from '~/shared/money'
import { dayOf } from '~/shared/time'
import { withdrawalIsOver, withdrawalUntil } from '~/shared/withdrawal'

/**
 * The right to withdraw from a booked service: a contract at a distance between the member and the company, from the company's
 * yes on. Cancelling is the company's own rule (booking.ts) and stays beside it (docs/decisions/0179).
 */

/** What decides about it. */
export type Contract = {
  startsAt: Date
  endsAt: Date
  /** When there was a contract; null while it is only asked for. */
  confirmedAt: Date | null
  /** When the member agreed that the job may begin within the fourteen days. */
  earlyStartAt: Date | null
}

/** What a member says yes to before the job may begin within the fourteen days; kept with the booking as it was said. */
export const EARLY_START =
  'Jag vill att jobbet får börja under ångerfristen på 14 dagar. Ångrar jag mig när det har börjat betalar jag för den del som är gjord, och när hela jobbet är utfört kan jag inte ångra avtalet längre.'

export const earlyStartNeeded =
  'Kryssa i rutan, så att jobbet får börja under ångerfristen. Eller välj en tid längre fram.'

/** Whether a job may begin within the fourteen days of a contract of that moment; of a request the last it can be. */
export function mayBeginEarly(startsAt: Date, contractAt: Date): boolean {
  return dayOf(startsAt) <= withdrawalUntil(dayOf(contractAt))
}

/** The last day on which it can be withdrawn from; null without a contract. */
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
 * What is due of a job that is withdrawn from now: of one that has begun at the member's wish the part that is done, by whole
 * minutes, and of any other nothing.
 */
export function dueWhenWithdrawn({ startsAt, endsAt, earlyStartAt }: Contract, customerPaysOre: Ore, now: Date): Ore {
  if (!earlyStartAt || now <= startsAt) return 0
  const minutes = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / 60_000)
  const [done, all] = [minutes(startsAt, now), minutes(startsAt, endsAt)]
  return Math.floor((customerPaysOre * Math.min(done, all)) / all)
}
