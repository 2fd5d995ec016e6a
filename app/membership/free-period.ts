import type { MemberStatus } from '~/shared/role'

/**
 * When a resident pays nothing: the trial, and after it the months they have been given. Days are text,
 * "2026-11-20", in Stockholm; a period runs from its first free day to the first day that is not.
 */

/** Months for one recruited company on the base package. */
export const REWARD_MONTHS = 12
export const TRIAL_DAYS = 30

export type Grant = { id: string; months: number; grantedOn: string }
export type GivenPeriod = { id: string; freeFrom: string; freeUntil: string }
/** A month that was paid for: its days are on a receipt, and stay unless what lay before it was taken back. */
export type PaidMonth = { paidFrom: string; paidUntil: string; paidOn: string }

/**
 * Lays the given months one after another, in the order things happened: each begins where the time that was
 * covered ended by then, or on the day it was given if that had passed. Given one at a time they are as long as
 * given together: whose months end on the 31st has it back after February. Laid anew without one of them, the rest
 * lie as if it had never been there: that is what taking months back means.
 */
export function layOut(
  trialEndsOn: string,
  history: readonly (Grant | PaidMonth)[],
): { periods: GivenPeriod[]; coveredUntil: string } {
  let end = trialEndsOn
  let on = dayOfMonth(end)
  const monthsAfter = (from: string, months: number) => {
    if (!keepsItsDay(on, from)) on = dayOfMonth(from)
    return addMonths(from, months, on)
  }
  const periods = history.flatMap((entry) => {
    if ('paidUntil' in entry) {
      const from = laterDay(end, entry.paidOn)
      end = laterDay(end, from < entry.paidFrom ? monthsAfter(from, 1) : entry.paidUntil)
      return []
    }
    const freeFrom = laterDay(end, entry.grantedOn)
    end = monthsAfter(freeFrom, entry.months)
    return [{ id: entry.id, freeFrom, freeUntil: end }]
  })
  return { periods, coveredUntil: end }
}

/**
 * The neighbour's discount and the offers are for those who pay their share or have been given it. The alarm
 * is not asked here: it is never stopped by an unpaid bill.
 */
export function mayUseDiscounts(status: MemberStatus | null): boolean {
  return status === 'trial' || status === 'active' || status === 'free'
}

/**
 * A day so many months later, for somebody whose months begin on that day of them: the 31st is the last day of the
 * months that have none, and a year from 29 February ends on the 28th.
 */
export function addMonths(day: string, months: number, on: number = dayOfMonth(day)): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const wanted = Math.min(on, lastOfMonth.getUTCDate())
  return new Date(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), wanted)).toISOString().slice(0, 10)
}

/** Whether months that begin on that day begin on this one too: the 31st stays the 31st through February. */
export function keepsItsDay(on: number, from: string): boolean {
  const isLastOfMonth = dayOfMonth(addDays(from, 1)) === 1
  return dayOfMonth(from) === on || (isLastOfMonth && on > dayOfMonth(from))
}

export const dayOfMonth = (day: string) => Number(day.slice(8))

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whole days from one to the other; below zero when the other comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

export const laterDay = (a: string, b: string) => (a > b ? a : b)
