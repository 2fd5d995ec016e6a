import type { MemberStatus } from '~/shared/role'
import { daysAfter, laterDay } from '~/shared/time'

/**
 * The time in which a resident pays nothing: the trial, and the months they have been given. Days are text,
 * "2026-11-20", in Stockholm. A period goes from its first free day (inclusive) to the first day that is not free
 * (exclusive).
 */

/** The months for one recruited company on the base package. */
export const REWARD_MONTHS = 12
export const TRIAL_DAYS = 30

export type Grant = { id: string; months: number; grantedOn: string }
export type GivenPeriod = { id: string; freeFrom: string; freeUntil: string }
/** A paid month. Its days are on a receipt, so they do not move, unless an earlier month was taken back. */
export type PaidMonth = { paidFrom: string; paidUntil: string; paidOn: string }
/** The days that a membership was given when it went on after a pause. */
export type DaysAfterPause = { goesOnUntil: string }

/**
 * Lays out the given months one after another, in the order of events: each begins at the end of the time covered so
 * far, or on the day it was given if that is later. The day of the month is kept (31, 28 February, 31 March), so months
 * given one at a time are as long as months given together. Taking months back means laying out the rest without them,
 * as if they had never been given.
 */
export function layOut(
  trialEndsOn: string,
  history: readonly (Grant | PaidMonth | DaysAfterPause)[],
): { periods: GivenPeriod[]; coveredUntil: string } {
  let end = trialEndsOn
  let on = dayOfMonth(end)
  const monthsAfter = (from: string, months: number) => {
    if (!keepsItsDay(on, from)) on = dayOfMonth(from)
    return addMonths(from, months, on)
  }
  const periods = history.flatMap((entry) => {
    if ('goesOnUntil' in entry) {
      end = laterDay(end, entry.goesOnUntil)
      return []
    }
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
 * Whether a member gets the neighbour's discount and offers: in the trial, with a paid month, or with given months.
 * Never asked for the alarm, which an unpaid bill does not stop.
 */
export function mayUseDiscounts(status: MemberStatus | null): boolean {
  return status === 'trial' || status === 'active' || status === 'free'
}

/**
 * The day a number of months later, for months that begin on day `on`. In a shorter month it is the last day, so a year
 * from 29 February ends on the 28th.
 */
export function addMonths(day: string, months: number, on: number = dayOfMonth(day)): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const wanted = Math.min(on, lastOfMonth.getUTCDate())
  return new Date(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), wanted)).toISOString().slice(0, 10)
}

/**
 * Whether months that begin on day `on` may begin on this day: the same day of the month, or the last day of a shorter
 * month.
 */
export function keepsItsDay(on: number, from: string): boolean {
  const isLastOfMonth = dayOfMonth(daysAfter(from, 1)) === 1
  return dayOfMonth(from) === on || (isLastOfMonth && on > dayOfMonth(from))
}

export const dayOfMonth = (day: string) => Number(day.slice(8))
