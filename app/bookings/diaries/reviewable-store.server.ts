import type { Database } from '~/platform/database/database.server'
import { statusFrom } from '../booking'

/** A booking for its customer to review; undefined for anybody else. */
export async function readBookingOfCustomer(db: Database, id: string, customerId: string) {
  const row = await db
    .selectFrom('bookings')
    .select(['id', 'company_id', 'service_title', 'scheduled_at', 'status'])
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      companyId: row.company_id,
      serviceTitle: row.service_title,
      startsAt: new Date(row.scheduled_at),
      status: statusFrom(row.status),
    }
  )
}
