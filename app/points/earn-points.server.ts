import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { holdPair, insertMark, readGivenInMonth } from './pair-store.server'
import { pointsForPaid, RECRUITED_POINTS, REVIEW_POINTS, withinLimits } from './points'
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
  companyId: string
  /** What the customer pays, after the discount. */
  customerPaysOre: Ore
  serviceTitle: string
  completedAt: Date
}

export async function earnForBooking(db: Database, booking: PaidBooking) {
  if (booking.customerId === null) return
  await earnTogether(db, {
    personId: booking.customerId,
    companyId: booking.companyId,
    kind: 'booking',
    eventId: booking.id,
    points: pointsForPaid(booking.customerPaysOre),
    about: booking.serviceTitle,
    at: booking.completedAt,
  })
}

/** Once a booking: a review that is edited gives nothing more. */
export async function earnForReview(
  db: Database,
  review: { bookingId: string; authorId: string; companyId: string; companyName: string; at: Date },
) {
  await earnTogether(db, {
    personId: review.authorId,
    companyId: review.companyId,
    kind: 'review',
    eventId: review.bookingId,
    points: REVIEW_POINTS,
    about: review.companyName,
    at: review.at,
  })
}

type Together = {
  personId: string
  companyId: string
  kind: 'booking' | 'review'
  eventId: string
  points: number
  about: string
  at: Date
}

/** What a company and a member say that they did together: within limits, since nobody else saw it. */
async function earnTogether(db: Database, entry: Together) {
  const { personId, companyId, at } = entry
  await holdPair(db, personId, companyId)
  const { points, reached } = withinLimits(entry.points, await readGivenInMonth(db, entry))
  if (points > 0) await insertEntry(db, { ...entry, points })
  if (reached) await insertMark(db, { personId, companyId, why: reached, at })
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
