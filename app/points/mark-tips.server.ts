import type { House } from '~/platform/house.server'
import { insertTipMarks } from './tip-mark-store.server'

/**
 * Shows an administrator the tips that stand out: many to one member in a while, and companies that are the member's own by
 * another account. Whoever recruits a street of shops is honest, so nothing is stopped. Runs as the product itself; what two
 * accounts share may only come to be known after the company signed up.
 */
export async function markTips({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  await insertTipMarks(db, clock.now())
}
