import type { Database } from '~/platform/database/database.server'
import { readReviewsWhole } from './review-store.server'

/** The reviews' part of the file with everything stored about a person. */
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
