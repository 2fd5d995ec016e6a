import type { House } from '~/platform/house.server'
import { mostGroups } from './fault'
import { deleteQuiet } from './fault-store.server'

const quietDays = 90
/** Room for new ones is made by leaving out those that have been quiet for longest. */
const leastRoom = 100

/** A chore: what has not come for a season is nobody's any more. */
export function forgetQuietFaults({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<number> {
  return deleteQuiet(db, new Date(clock.now().getTime() - quietDays * 86_400_000), mostGroups - leastRoom)
}
