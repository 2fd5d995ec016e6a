import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'

/** Reports of reviews that people think should not be shown. */

export type Decision = 'hidden' | 'kept'

/** No-op when this person has reported this review before. */
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

/** A person's report of a review, and its outcome. */
export async function readReport(db: Database, reviewId: string, reporterId: string) {
  return db
    .selectFrom('review_reports')
    .select(['reported_at as reportedAt', 'reason', 'answer'])
    .select((row) => row.ref('decision').$castTo<Decision | null>().as('decision'))
    .where('review_id', '=', reviewId)
    .where('reporter_id', '=', reporterId)
    .executeTakeFirst()
}

/** Those of these reviews that a person has reported, and when. */
export async function readReportsOf(db: Database, reviewIds: readonly string[], reporterId: string) {
  if (reviewIds.length === 0) return []
  return db
    .selectFrom('review_reports')
    .select(['review_id as reviewId', 'reported_at as reportedAt'])
    .where('review_id', '=', sql<string>`any(${reviewIds}::uuid[])`)
    .where('reporter_id', '=', reporterId)
    .execute()
}

/** How many of a person's reports are undecided. */
export async function countUndecided(db: Database, reporterId: string): Promise<number> {
  const { waiting } = await db
    .selectFrom('review_reports')
    .select((count) => count.fn.countAll<number>().as('waiting'))
    .where('reporter_id', '=', reporterId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow()
  return waiting
}

/** Limit of reports shown for one review. */
const mostShown = 10

/** The undecided reports of these reviews, oldest first. */
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

/** Decides all open reports of a review and returns who made them. The caller holds the review's row lock. */
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

/** Condition for queries over `reviews`: there is an undecided report. */
export const isReported = sql<boolean>`exists (
  select from review_reports where review_id = reviews.id and decision is null)`

/** All reports by a person, for the personal data export. */
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
