import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'

/** What people have said of reviews that they think should not be shown. */

export type Decision = 'hidden' | 'kept'

/** Nothing when they have reported it before. */
export async function insertReport(
  db: Database,
  { reviewId, reporterId, reason, now }: { reviewId: string; reporterId: string; reason: string; now: Date },
) {
  await db
    .insertInto('review_reports')
    .values({ review_id: reviewId, reporter_id: reporterId, reason, reported_at: now })
    .onConflict((conflict) => conflict.constraint('review_reports_once').doNothing())
    .execute()
}

/** What somebody has said of a review, and what became of it. */
export async function readReport(db: Database, reviewId: string, reporterId: string) {
  return db
    .selectFrom('review_reports')
    .select(['reported_at as reportedAt', 'answer'])
    .select((row) => row.ref('decision').$castTo<Decision | null>().as('decision'))
    .where('review_id', '=', reviewId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst()
}

/** How many of somebody's wait for an answer. */
export async function countUndecided(db: Database, reporterId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('review_reports')
    .select((count) => count.fn.countAll<number>().as('waiting'))
    .where('reporter_id', '=', reporterId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/** As many as are read of one review at a time. */
const mostShown = 10

/** Those of these reviews that wait for an answer, the oldest first. */
export async function readUndecided(db: Database, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return []
  const { rows } = await sql<{
    id: string
    reviewId: string
    reporterId: string
    reporterName: string | null
    reason: string
    reportedAt: Date
  }>`
    select report.id, report.review_id as "reviewId", report.reporter_id as "reporterId",
      ${personName('report.reporter_id')} as "reporterName", report.reason, report.reported_at as "reportedAt"
    from unnest(${reviewIds}::uuid[]) as asked (id)
    cross join lateral (select * from review_reports where review_id = asked.id and decision is null
      order by reported_at limit ${mostShown}) as report
    order by report.reported_at`.execute(db)
  return rows
}

/** Everybody whose word of it waited; for a transaction that holds the review. */
export async function decideReports(
  db: Database,
  reviewId: string,
  { decision, answer, now }: { decision: Decision; answer: string | null; now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('review_reports')
    .set({ decision, answer, decided_at: now })
    .where('review_id', '=', reviewId)
    .where('decision', 'is', null)
    .returning('reporter_id')
    .execute()
  return rows.map(({ reporter_id }) => reporter_id)
}

/** For a query of `reviews`: somebody's word of it waits. */
export const isReported = sql<boolean>`exists (
  select from review_reports where review_id = reviews.id and decision is null)`

/** Everything somebody has reported, for the file they can fetch. */
export async function readReportsWhole(db: Database, reporterId: string) {
  return db
    .selectFrom('review_reports')
    .innerJoin('reviews', 'reviews.id', 'review_id')
    .select(['service_title as serviceTitle', 'reason', 'reported_at as reportedAt', 'decided_at as decidedAt'])
    .select('review_reports.answer')
    .select((row) => row.ref('decision').$castTo<Decision | null>().as('decision'))
    .where('reporter_id', '=', reporterId)
    .orderBy('review_reports.id')
    .execute()
}
