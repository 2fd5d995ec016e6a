import type { House } from '~/platform/house.server'
import { insertTipMarks } from './tip-mark-store.server'

/**
 * Chore: marks tips that stand out for an administrator to look at, namely many tips by one member in a short time, and
 * companies that may be the member's own under another account. Nothing is blocked, since recruiting a whole street of
 * shops is honest. Runs without a user. Repeated, since what two accounts share may become known only after the company
 * signed up.
 */
export async function markTips({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  await insertTipMarks(db, clock.now())
}
