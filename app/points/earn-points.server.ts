import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { holdPair, insertMark, readGivenInMonth } from './pair-store.server'
import { pointsForPaid, RECRUITED_POINTS, REVIEW_POINTS, withinLimits } from './points'
import { insertEntry } from './points-store.server'

/* What earns points. Each function runs inside the caller's transaction, so the points commit together with their
   event. Idempotent per event. After the commit the caller notifies the person's pages: `house.live.tell({ to:
   ['person:…'], about: 'points' })`. */

/** A booking that was just completed. `customerId` is null when the account has been deleted. */
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

/** Once per booking: editing the review earns nothing more. */
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

/** Points for an event that only the company and the member can vouch for, so limits per pair apply. */
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
