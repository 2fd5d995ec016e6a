import { markReported, type ReportedState, upsertReport } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'

export type Report = {
  providerId: string
  /** Our own name of the message, which the provider was given along with it. */
  reference: string | null
  /** Which try of ours it is about; null of one that was sent before they were counted. */
  attempt: number | null
  state: ReportedState
}

/**
 * The provider says what became of an SMS. Told twice, or in the wrong order, or before we know the message by its
 * name: it comes to the same. The caller has seen that it is the provider who says so.
 */
export async function recordReport(house: House, report: Report): Promise<void> {
  const now = house.clock.now()
  await house.db.transaction().execute(async (db) => {
    await upsertReport(db, report.providerId, report.state, now)
    await markReported(db, report, now)
  })
  house.live.tell({ to: ['admin'], about: 'messages' })
}
