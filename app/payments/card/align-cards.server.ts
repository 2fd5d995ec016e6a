import type { Database } from '~/platform/database/database.server'
import { waitingStatus } from '~/platform/payments/cards.server'
import { dayOf, daysAfter, earlierDay, laterDay } from '~/shared/time'
import { insertEnds, insertMoves } from './card-order-store.server'
import { readLiveSubscriptions } from './card-store.server'

export type Alignment = { memberId: string; coveredUntil: string; isOver: boolean }

/**
 * The furthest day that the card provider accepts for the next charge. A later day is reached by moving the charge
 * again when it has come nearer.
 */
export const furthestDays = 700

/**
 * Aligns subscriptions with memberships. The provider draws on its own days: if a member is covered for longer, the
 * next charge is moved later; if given months were taken back, nearer; if the membership is over or the member is
 * leaving, the subscription is ended.
 */
export async function alignCards(db: Database, members: readonly Alignment[], now: Date) {
  if (members.length === 0) return
  const owners = members.map(({ memberId }) => ({ memberId, companyId: null }))
  const subscriptions = await readLiveSubscriptions(db, owners)
  const today = dayOf(now)
  const known = subscriptions.flatMap(({ memberId, ...subscription }) => {
    const member = members.find((one) => one.memberId === memberId)
    return member ? [{ ...subscription, ...member }] : []
  })
  await insertEnds(
    db,
    known.filter(({ isOver }) => isOver).map(({ id }) => id),
    now,
  )
  const moves = known.flatMap(({ id, isOver, isToEnd, coveredUntil, nextChargeOn, status }) => {
    const until = nextChargeDay(coveredUntil, { nextChargeOn, isWaiting: status === waitingStatus }, today)
    return isOver || isToEnd || until === null ? [] : [{ subscriptionId: id, until }]
  })
  await insertMoves(db, moves, now)
}

/**
 * The day to move the next charge to; null if it is right. A tolerance of one day: two calendars may count a month
 * differently. Only a charge that waits (trial) is moved nearer: one that has drawn is about to be reported by an
 * event, and covers until its day.
 */
export function nextChargeDay(
  coveredUntil: string,
  { nextChargeOn, isWaiting }: { nextChargeOn: string | null; isWaiting: boolean },
  today: string,
): string | null {
  if (nextChargeOn === null) return null
  const wanted = earlierDay(laterDay(coveredUntil, daysAfter(today, 1)), daysAfter(today, furthestDays))
  if (wanted > daysAfter(nextChargeOn, 1)) return wanted
  return isWaiting && wanted < daysAfter(nextChargeOn, -1) ? wanted : null
}
