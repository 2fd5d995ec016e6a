import type { House } from '~/platform/house.server'
import { deleteOldAnswers } from './api/answer-store.server'
import { deleteOldDeliveries } from './hooks/delivery-store.server'

const day = 86_400_000
const keptDeliveries = 30 * day
/** As long as a system may ask again by the same name. */
const keptAnswers = day

/** What was told, and what was answered, is kept for a while. Not a door: a chore calls it. */
export async function sweepIntegrations({ db, clock }: Pick<House, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  await deleteOldDeliveries(db, new Date(now - keptDeliveries))
  await deleteOldAnswers(db, new Date(now - keptAnswers))
}
