import type { Ore } from '~/shared/money'

/** What gives Kvarterspoäng, and what they are good for. */

const ORE_PER_POINT: Ore = 10_00
export const REVIEW_POINTS = 25
export const RECRUITED_POINTS = 500
export const FREE_MONTH_POINTS = 500

const whole = new Intl.NumberFormat('sv-SE')
/** "1 250". */
export const formatPoints = (points: number): string => whole.format(points)

/** A company and a member together: no more bookings a month than a weekly job has, */
export const PAIR_BOOKINGS = 5
/** and no more points than one free month a month. */
export const PAIR_POINTS = FREE_MONTH_POINTS

/** Which limit was reached: many events, or much for few. */
export type Reached = 'many' | 'much'

/** A member who recruits so many companies within a month may well be good at it; an administrator looks. */
export const TIPS_A_MONTH = 3

/** Why a tip stands out: one of many, or a company that may be the member's own by another account. */
export type TipReason = 'tips' | 'same browser' | 'same number'

export const isTipReason = (why: Reached | TipReason): why is TipReason => why !== 'many' && why !== 'much'

/** What has been given this month through the same company: how often for the same kind of thing, and in all. */
export type Given = { times: number; points: number }

/** What of some points is within the limits of a pair, and which limit took the rest. */
export function withinLimits(points: number, given: Given): { points: number; reached: Reached | null } {
  if (given.times >= PAIR_BOOKINGS) return { points: 0, reached: 'many' }
  const left = Math.max(0, PAIR_POINTS - given.points)
  return points > left ? { points: left, reached: 'much' } : { points, reached: null }
}

/** One for every whole 10 kr. */
export const pointsForPaid = (customerPaysOre: Ore): number => Math.max(0, Math.floor(customerPaysOre / ORE_PER_POINT))

/** Of what a reward gave, what can be taken back: points that are spent are not asked for. */
export const pointsToTakeBack = (balance: number): number => Math.min(RECRUITED_POINTS, Math.max(0, balance))

/** In the page's words, with where to go for them. */
export const waysToEarn = [
  {
    what: 'En genomförd bokning: en poäng för varje hel tia du betalar.',
    points: '1 per 10 kr',
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
