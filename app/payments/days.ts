import { daysAfter, formatDate } from '~/shared/time'
import { DAYS_TO_PAY } from './charge'

export { daysAfter }

/** The due day of a charge that is made on this day and has no due day of its own. */
export const dueOnFrom = (day: string): string => daysAfter(day, DAYS_TO_PAY)

export const earlierDay = (a: string, b: string) => (a < b ? a : b)
export const laterDay = (a: string, b: string) => (a > b ? a : b)

/** When an open charge is or was to be paid. */
export const whenDue = (dueOn: string, today: string) =>
  `${dueOn < today ? 'Skulle ha betalats senast' : 'Senast'} ${formatDate(dueOn)}`
