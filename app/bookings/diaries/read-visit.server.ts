import { formatDuration } from '~/companies/public'
import type { Database } from '~/platform/database/database.server'
import { formatOre } from '~/shared/money'
import { isLateToCancel, type Side } from '../booking'
import { together } from '../visit/visit'
import { clockSpan, spokenDay } from '../when'
import { servicesView } from './booking-view'
import { type DiaryRow, type Owner, readVisitRows } from './diary-store.server'

/** What one of its sides sees of the visit that a booking is a service of: all of it, and what is left of it as one; null when it stands alone. */
export async function readVisitOf(db: Database, owner: Owner, booking: DiaryRow, side: Side, now: Date) {
  if (booking.visitId === null) return null
  const rows = await readVisitRows(db, owner, [booking.visitId])
  const left = rows.filter(({ status }) => status !== 'cancelled')
  const whole = together(left)
  const others = left.filter(({ id, status }) => id !== booking.id && status === booking.status)
  return {
    services: servicesView(rows, side, now).map((one) => ({ ...one, isThis: one.id === booking.id })),
    left: left.length > 0 && {
      when: `${spokenDay(whole.startsAt)} kl. ${clockSpan(whole.startsAt, whole.endsAt)}`,
      duration: formatDuration(whole.durationMin),
      price: formatOre(whole.customerPaysOre),
      providerGets: formatOre(whole.providerGetsOre),
    },
    /** What is called off with this one when all of it is, and whether that costs the member though this one does not. */
    others: others.map(({ title }) => title),
    isLate: others.some((one) => isLateToCancel(side, one, now)),
  }
}

export type VisitView = NonNullable<Awaited<ReturnType<typeof readVisitOf>>>
