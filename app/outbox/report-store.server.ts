import type { Database } from '~/platform/database/database.server'

export type ReportedState = 'delivered' | 'failed'

/** Arriving is the last word: a message cannot become undelivered. */
export async function upsertReport(db: Database, providerId: string, state: ReportedState, now: Date) {
  await db
    .insertInto('sms_reports')
    .values({ provider_id: providerId, state, reported_at: now })
    .onConflict((conflict) =>
      conflict.column('provider_id').doUpdateSet({ state }).where('sms_reports.state', '!=', 'delivered'),
    )
    .execute()
}

/** What the provider has said of a message; undefined when it has said nothing yet. */
export async function readReport(db: Database, providerId: string): Promise<ReportedState | undefined> {
  const row = await db
    .selectFrom('sms_reports')
    .select('state')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row?.state
}

/** Reports come within hours. */
export async function deleteOldReports(db: Database, before: Date) {
  await db.deleteFrom('sms_reports').where('reported_at', '<', before).execute()
}
