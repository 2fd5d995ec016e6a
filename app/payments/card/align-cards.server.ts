import type { Database } from '~/platform/database/database.server'
import { waitingStatus } from '~/platform/payments/cards.server'
import { dayOf } from '~/shared/time'
import { daysAfter, earlierDay, laterDay } from '../days'
import { insertEnds, insertMoves } from './card-order-store.server'
import { readLiveSubscriptions } from './card-store.server'

export type Alignment = { memberId: string; coveredUntil: string; isOver: boolean }

/** The provider takes no day that is further off; what lies beyond is moved again when it has come nearer. */
export const furthestDays = 700

/**
 * The provider takes money on its own days. When a member is covered for longer than it knows, it is told to wait, and
 * when given months were taken back, to wait less; when the membership is over or the member is leaving, to stop.
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
 * The day that the next charge is to be moved to; null when it is right. A day more or less is how two calendars count a
 * month. Only a charge that waits is moved nearer: one that has drawn is about to be told of, and covers until its day.
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
