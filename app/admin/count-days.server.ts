import type { House } from '~/platform/house.server'
import { dayOf } from '~/shared/time'
import { type Counted, countDays } from './figures-store.server'

const counted: Counted[] = ['sign-ups', 'bookings', 'alarms']
/** A month at a time: a neighbourhood that has run for years is counted in a few rounds. */
const most = 31

/** Counts the days that are over, once. Runs as the product itself. */
export async function countDaysThatAreOver({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock.now())
  for (const what of counted) {
    while ((await countDays(db, what, today, most)) > 0);
  }
}
