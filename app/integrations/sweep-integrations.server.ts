import type { House } from '~/platform/house.server'
import { deleteOldAnswers } from './api/answer-store.server'
import { deleteOldDeliveries } from './hooks/delivery-store.server'

const day = 86_400_000
const keptDeliveries = 30 * day
/** How long an idempotency key can be replayed. */
const keptAnswers = day

/** Chore: deletes old deliveries and stored answers. */
export async function sweepIntegrations({ db, clock }: Pick<House, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  await deleteOldDeliveries(db, new Date(now - keptDeliveries))
  await deleteOldAnswers(db, new Date(now - keptAnswers))
}
