import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { pointsForPaid, RECRUITED_POINTS, REVIEW_POINTS } from './points'
import { insertEntry } from './points-store.server'

/*
 * What gives points. Each is a part of somebody else's transaction, not a door: the points come with what they
 * are for or not at all. Called again for the same event they change nothing. After the commit the caller tells
 * the person's pages: `house.live.tell({ to: ['person:…'], about: 'points' })`.
 */

/** A booking that was just completed. `customerId` is null when the account is gone. */
export type PaidBooking = {
  id: string
  customerId: string | null
  /** What the customer pays, after the discount. */
  paidOre: Ore
  serviceTitle: string
  completedAt: Date
}

export async function earnForBooking(db: Database, booking: PaidBooking) {
  const points = pointsForPaid(booking.paidOre)
  if (booking.customerId === null || points === 0) return
  await insertEntry(db, {
    personId: booking.customerId,
    kind: 'booking',
    eventId: booking.id,
    points,
    about: booking.serviceTitle,
    at: booking.completedAt,
  })
}

/** Once a booking: a review that is edited gives nothing more. */
export async function earnForReview(
  db: Database,
  review: { bookingId: string; authorId: string; companyName: string; at: Date },
) {
  await insertEntry(db, {
    personId: review.authorId,
    kind: 'review',
    eventId: review.bookingId,
    points: REVIEW_POINTS,
    about: review.companyName,
    at: review.at,
  })
}

export async function earnForRecruitedCompany(
  db: Database,
  tip: { memberId: string; companyId: string; companyName: string; at: Date },
) {
  await insertEntry(db, {
    personId: tip.memberId,
    kind: 'recruited',
    eventId: tip.companyId,
    points: RECRUITED_POINTS,
    about: tip.companyName,
    at: tip.at,
  })
}
