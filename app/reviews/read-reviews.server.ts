import { readBookingOfCustomer } from '~/bookings/public.server'
import { readCompanyNames, requireOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import { pageOf } from '~/platform/database/keyset.server'
import type { House } from '~/platform/house.server'
import { anId } from '~/shared/id'
import { notThere, type ReadBy } from '~/shared/outcome'
import { formatDay } from '~/shared/time'
import { readReportsOf, readUndecided } from './report/report-store.server'
import { authorName, editableUntil, mayWrite, type Stars, versionOf } from './review'
import {
  type Review,
  readOfAll,
  readOfCompany,
  readReviewOfBooking,
  readShown,
  type WhichForAdmin,
} from './review-store.server'

const shownPageSize = 6
const pageSize = 20

/** A review for display, with dates in words. */
export function shownReview(review: Review) {
  const { id, author, stars, words, serviceTitle, writtenAt, editedAt } = review
  return {
    id,
    author,
    stars,
    words,
    serviceTitle,
    written: formatDay(writtenAt),
    isEdited: editedAt !== null,
    ...answerShown(review),
  }
}

type Answered = Pick<Review, 'answer' | 'answeredAt' | 'answerEditedAt' | 'answerStands'>

/** The company's answer, unless the review has been rewritten since: the answer was to the earlier words. */
function answerShown({ answer, answeredAt, answerEditedAt, answerStands }: Answered) {
  const at = answerEditedAt ?? answeredAt
  return answerStands ? { answer, answered: at && formatDay(at) } : { answer: null, answered: null }
}

export type ReviewShown = ReturnType<typeof shownReview>

/** A company's public reviews, newest first. */
export async function readReviewsShown({ db }: Pick<House, 'db'>, companyId: string, before: string | null) {
  const { shown, next } = pageOf(await readShown(db, companyId, before, shownPageSize + 1), shownPageSize)
  return { reviews: shown.map(shownReview), before, next }
}

export type ReviewsShown = Awaited<ReturnType<typeof readReviewsShown>>

/** For a member, on their own booking: the review, the answer, and whether they may write. */
export async function readOwnReview({ db, clock }: House, { person }: SignedIn, bookingId: string) {
  const id = anId().safeParse(bookingId)
  const booking = id.success && (await readBookingOfCustomer(db, id.data, person.id))
  if (!booking) return notThere
  const review = await readReviewOfBooking(db, booking.id, person.id)
  const standing = review ? { writtenAt: review.writtenAt, isHidden: review.hiddenAt !== null } : null
  const may = mayWrite(booking, standing, clock.now())
  return {
    booking: { id: booking.id, serviceTitle: booking.serviceTitle, day: formatDay(booking.startsAt) },
    companyId: booking.companyId,
    companyName: (await readCompanyNames(db, [booking.companyId])).get(booking.companyId) ?? '',
    mayWrite: may.may,
    because: may.may ? null : may.because,
    version: versionOf(review),
    review: review
      ? {
          author: authorName(person.name, review.postcode),
          stars: review.stars as Stars,
          words: review.words,
          written: formatDay(review.writtenAt),
          isEdited: review.editedAt !== null,
          editableUntil: formatDay(editableUntil(review.writtenAt)),
          hiddenReason: review.hiddenReason,
          ...answerShown(review),
        }
      : null,
  }
}

export type OwnReviewShown = ReadBy<typeof readOwnReview>

/** For a company, on itself: includes hidden reviews, with the reason. */
export async function readCompanyReviews(
  { db }: House,
  signedIn: SignedIn,
  which: 'all' | 'unanswered',
  before: string | null,
) {
  const company = await requireOwnCompany(db, signedIn)
  const { shown, next } = pageOf(await readOfCompany(db, company.id, which, before, pageSize + 1), pageSize)
  const ids = shown.map(({ id }) => id)
  const reports = await readReportsOf(db, ids, signedIn.person.id)
  const reported = new Map(reports.map(({ reviewId, reportedAt }) => [reviewId, formatDay(reportedAt)]))
  return {
    companyId: company.id,
    rating: company.rating,
    ratings: company.rating_count,
    reviews: shown.map((review) => ({
      ...shownReview(review),
      hiddenReason: review.hiddenReason,
      /** The company's answer from before the review was rewritten. */
      earlierAnswer: review.answerStands ? null : review.answer,
      /** The day on which the reader reported it. */
      reported: reported.get(review.id) ?? null,
    })),
    which,
    before,
    next,
  }
}

/** For administrators: reviews of all companies, with their reports. */
export async function readReviewsForAdmin(
  { db }: House,
  signedIn: SignedIn,
  which: WhichForAdmin,
  before: string | null,
) {
  onlyAdmin(signedIn)
  const { shown, next } = pageOf(await readOfAll(db, which, before, pageSize + 1), pageSize)
  const [names, reports] = await Promise.all([
    readCompanyNames(db, [...new Set(shown.map(({ companyId }) => companyId))]),
    readUndecided(
      db,
      shown.map(({ id }) => id),
    ),
  ])
  return {
    reviews: shown.map((review) => ({
      ...shownReview(review),
      companyId: review.companyId,
      companyName: names.get(review.companyId) ?? '',
      hiddenReason: review.hiddenReason,
      hidden: review.hiddenAt && formatDay(review.hiddenAt),
      reports: reports
        .filter(({ reviewId }) => reviewId === review.id)
        .map(({ reportedAt, ...report }) => ({ ...report, reported: formatDay(reportedAt) })),
    })),
    which,
    before,
    next,
  }
}

export type ReviewForAdmin = Awaited<ReturnType<typeof readReviewsForAdmin>>['reviews'][number]
