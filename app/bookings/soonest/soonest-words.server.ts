import { daysAfter } from '~/shared/time'
import { dayAt } from '../book/open-days.server'
import { clockTime, shortSpokenDay } from '../when'

/** "Ledigt i dag kl. 14.00", "Ledigt tors 26 nov. kl. 09.00" */
export function soonestWords(start: number, now: Date): string {
  const [day, today] = [dayAt(start), dayAt(now.getTime())]
  const when = new Date(start)
  const said = day === today ? 'i dag' : day === daysAfter(today, 1) ? 'i morgon' : shortSpokenDay(when)
  return `Ledigt ${said} kl. ${clockTime(when)}`
}
