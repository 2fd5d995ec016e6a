import type { Database } from '~/platform/database/database.server'

export type ReportedState = 'delivered' | 'failed'

/** `delivered` is final: a later report cannot make a message undelivered. */
export async function upsertReport(db: Database, providerId: string, state: ReportedState, now: Date) {
  await db
    .insertInto('sms_reports')
    .values({ provider_id: providerId, state, reported_at: now })
    .onConflict((conflict) =>
      conflict.column('provider_id').doUpdateSet({ state }).where('sms_reports.state', '!=', 'delivered'),
    )
    .execute()
}

/** The provider's delivery report for a message; undefined if there is none yet. */
export async function readReport(db: Database, providerId: string): Promise<ReportedState | undefined> {
  const row = await db
    .selectFrom('sms_reports')
    .select('state')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row?.state
}

/** Reports arrive within hours, so old ones are no longer needed. */
export async function deleteOldReports(db: Database, before: Date) {
  await db.deleteFrom('sms_reports').where('reported_at', '<', before).execute()
}
