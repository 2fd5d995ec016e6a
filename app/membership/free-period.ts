/**
 * When a resident pays nothing: the trial, and after it the months they have been given. Days are text,
 * "2026-11-20", in Stockholm; a period runs from its first free day to the first day that is not.
 */

/** Months for one recruited company on the base package. */
export const REWARD_MONTHS = 12
export const TRIAL_DAYS = 30

export type Grant = { id: string; months: number; grantedOn: string }
export type GivenPeriod = { id: string; freeFrom: string; freeUntil: string }

/**
 * Lays the given months one after another, in the order they were given: each begins where the free time
 * ended, or on the day it was given if that had passed. Laid anew without one of them, the rest lie as if it
 * had never been there: that is what taking months back means.
 */
export function layOut(trialEndsOn: string, grants: readonly Grant[]): GivenPeriod[] {
  let end = trialEndsOn
  return grants.map(({ id, months, grantedOn }) => {
    const freeFrom = later(end, grantedOn)
    end = addMonths(freeFrom, months)
    return { id, freeFrom, freeUntil: end }
  })
}

export type MemberStatus = 'trial' | 'active' | 'free' | 'past_due' | 'ended'

/**
 * What given months do to a member's status. Whoever has them is free, whatever they were before. Whoever
 * has lost the last of them is back where the trial says, which also knows when it is over.
 */
export function statusWith(status: MemberStatus, freeUntil: string | null, today: string): MemberStatus {
  const isFree = freeUntil !== null && freeUntil > today
  if (isFree) return 'free'
  return status === 'free' ? 'trial' : status
}

/** A year from 29 February ends on the 28th: the day is kept where the month has it. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0))
  const wanted = Math.min(date, lastOfMonth.getUTCDate())
  return new Date(Date.UTC(lastOfMonth.getUTCFullYear(), lastOfMonth.getUTCMonth(), wanted)).toISOString().slice(0, 10)
}

const later = (a: string, b: string) => (a > b ? a : b)
