import type { House } from '~/platform/house.server'
import { mostGroups } from './fault'
import { deleteQuiet } from './fault-store.server'

const quietDays = 90
/** Room kept free for new groups, by deleting those that have been quiet for longest. */
const leastRoom = 100

/** Chore: deletes faults that have not recurred for 90 days. */
export function forgetQuietFaults({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return deleteQuiet(db, new Date(clock.now().getTime() - quietDays * 86_400_000), mostGroups - leastRoom)
}
