import type { Database } from '~/platform/database/database.server'
import { type Decision, readReportsWhole } from './report/report-store.server'
import { readReviewsWhole } from './review-store.server'

/** The reviews' part of the personal data export. */
export async function exportReviews(db: Database, authorId: string) {
  return (await readReviewsWhole(db, authorId)).map((review) => ({
    tjänst: review.serviceTitle,
    betyg: review.stars,
    text: review.words,
    skrivet: review.writtenAt,
    ändrat: review.editedAt,
    svar: review.answer,
    svarat: review.answeredAt,
    dolt: review.hiddenAt,
    skälTillAttDetDoldes: review.hiddenReason,
  }))
}

/** The reports of others' reviews that the person has made. */
export async function exportReviewReports(db: Database, reporterId: string) {
  return (await readReportsWhole(db, reporterId)).map((report) => ({
    tjänst: report.serviceTitle,
    varför: report.reason,
    anmält: report.reportedAt,
    beslut: report.decision && decisions[report.decision],
    beslutat: report.decidedAt,
    skäl: report.answer,
  }))
}

const decisions = { hidden: 'dolt', kept: 'står kvar' } as const satisfies Record<Decision, string>
