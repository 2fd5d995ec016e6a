import { daysAfter, formatDate } from '~/shared/time'
import { DAYS_TO_PAY } from './charge'

/** The due day of a charge that is made on this day and has no due day of its own. */
export const dueOnFrom = (day: string): string => daysAfter(day, DAYS_TO_PAY)

/** When an open charge is or was to be paid. */
export const whenDue = (dueOn: string, today: string) =>
  `${dueOn < today ? 'Skulle ha betalats senast' : 'Senast'} ${formatDate(dueOn)}`
