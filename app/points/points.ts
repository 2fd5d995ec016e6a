import type { Ore } from '~/shared/money'

/** Rules of Kvarterspoäng: what earns points, and what they buy. */

const ORE_PER_POINT: Ore = 10_00
export const REVIEW_POINTS = 25
export const RECRUITED_POINTS = 500
export const FREE_MONTH_POINTS = 500

const whole = new Intl.NumberFormat('sv-SE')
/** For example "1 250". */
export const formatPoints = (points: number): string => whole.format(points)

/** Limit per member and company: events of each kind in a month, as many as a weekly job has. */
export const PAIR_BOOKINGS = 5
/** Limit per member and company: points in a month, enough for one free month. */
export const PAIR_POINTS = FREE_MONTH_POINTS

/** The limit that was reached: `many` events, or too `much` in points. */
export type Reached = 'many' | 'much'

/** A member with so many recruited companies within a month is marked: perhaps honest, so an administrator looks. */
export const TIPS_A_MONTH = 3

/** Why a tip is marked: one of many, or a company that may be the member's own under another account. */
export type TipReason = 'tips' | 'same browser' | 'same number'

export const isTipReason = (why: Reached | TipReason): why is TipReason => why !== 'many' && why !== 'much'

/** What a pair has given this month: events of the same kind, and points of all kinds. */
export type Given = { times: number; points: number }

/** The part of some points that is within a pair's limits, and the limit that cut the rest. */
export function withinLimits(points: number, given: Given): { points: number; reached: Reached | null } {
  if (given.times >= PAIR_BOOKINGS) return { points: 0, reached: 'many' }
  const left = Math.max(0, PAIR_POINTS - given.points)
  return points > left ? { points: left, reached: 'much' } : { points, reached: null }
}

/** One point for each whole 10 kr, rounded down. */
export const pointsForPaid = (customerPaysOre: Ore): number => Math.max(0, Math.floor(customerPaysOre / ORE_PER_POINT))

/** How much of a reward can be taken back: at most the balance, since spent points are not reclaimed. */
export const pointsToTakeBack = (balance: number): number => Math.min(RECRUITED_POINTS, Math.max(0, balance))

/** The ways to earn points, in the page's words and with a link each. */
export const waysToEarn = [
  {
    what: 'En genomförd bokning: en poäng för varje hel tia du betalar.',
    points: '1 per 10\u00a0kr',
    to: '/dashboard/customer/book',
    go: 'Boka',
  },
  {
    what: 'Ett omdöme om en genomförd bokning.',
    points: String(REVIEW_POINTS),
    to: '/dashboard/customer/bookings',
    go: 'Mina bokningar',
  },
  {
    what: 'Ett företag som går med på ditt tips.',
    points: String(RECRUITED_POINTS),
    to: '/dashboard/customer/ambassador',
    go: 'Tipsa',
  },
] as const
