import { markReported, type ReportedState, upsertReport } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'

export type Report = {
  providerId: string
  /** Our id of the message, which the provider was given along with it. */
  reference: string | null
  /** The attempt it is about. Null for messages sent before attempts were numbered. */
  attempt: number | null
  state: ReportedState
}

/**
 * Stores a delivery report. Idempotent, and independent of order: also if it arrives before the provider's answer with
 * its id. The caller has authenticated the provider.
 */
export async function recordReport(house: House, report: Report): Promise<void> {
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    await upsertReport(db, report.providerId, report.state, now)
    await markReported(db, report, now)
  })
  house.live.tell({ to: ['admin'], about: 'messages' })
}
