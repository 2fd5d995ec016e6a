import { formatDuration } from '~/companies/public'
import type { Database } from '~/platform/database/database.server'
import { formatOre } from '~/shared/money'
import { isLateToCancel, remindAt, type Side } from '../booking'
import { together } from '../visit/visit'
import { clockSpan, spokenDay } from '../when'
import { servicesView } from './booking-view'
import { type DiaryRow, type Owner, readVisitRows } from './diary-store.server'

/** The visit of a booking as one side sees it: its services, and the rest summed up. Null if there is none. */
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
    /** What cancelling the whole visit would include, and whether it is late for any of them. */
    others: others.map(({ title }) => title),
    /** When the member gets the one reminder of this booking and the others. */
    remindedAt: remindAt(booking, ...others),
    isLate: others.some((one) => isLateToCancel(side, one, now)),
  }
}

export type VisitView = NonNullable<Awaited<ReturnType<typeof readVisitOf>>>
