import { daysAfter } from '~/shared/time'
import { DAYS_TO_PAY } from './charge'

export { daysAfter }

/** The last day to pay what is asked for on a day, unless it is due on a day of its own. */
export const dueOnFrom = (day: string): string => daysAfter(day, DAYS_TO_PAY)

export const earlierDay = (a: string, b: string) => (a < b ? a : b)
export const laterDay = (a: string, b: string) => (a > b ? a : b)
