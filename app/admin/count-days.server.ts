import type { House } from '~/platform/house.server'
import { dayOf } from '~/shared/time'
import { type Counted, countDays } from './figures-store.server'

const counted: Counted[] = ['sign-ups', 'bookings', 'alarms']
/** Days counted in one transaction; years of history take a few rounds. */
const most = 31

/** Chore: counts the days that are over, once each. */
export async function countDaysThatAreOver({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock.now())
  for (const what of counted) {
    while ((await countDays(db, what, today, most)) > 0);
  }
}
