import { readPayWays } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Side } from '../booking'
import { readCorrection, readPaymentFacts } from './job-payment-store.server'
import { type Booked, paymentView } from './payment-view.server'

/** How a booking is paid, for a page of one of its sides. The caller has checked access. */
export async function readPayment(db: Database, booking: Booked & { company: { id: string } }, side: Side, now: Date) {
  const [facts, ways, correction] = await Promise.all([
    readPaymentFacts(db, booking.id),
    readPayWays(db, booking.company.id),
    readCorrection(db, booking.id),
  ])
  return paymentView(booking, side, facts, { ways, correction, now })
}
