import type { Database } from '~/platform/database/database.server'
import { firstDay, type Month, nextMonths } from '~/shared/month'

/** More than one pair of hands can do in a month, fifty times over. */
const mostJobs = 5000

export type CompletedJob = Awaited<ReturnType<typeof readCompletedIn>>[number]

/** The jobs a company did in a month, by the wall clock of Stockholm, with the money as it was agreed. No customer is named. */
export async function readCompletedIn(db: Database, companyId: string, month: Month) {
  const [from, to] = nextMonths(month, 2).map(startOf)
  if (!from || !to) throw new RangeError(`No months from ${month}`)
  return db
    .selectFrom('bookings')
    .select(['id', 'scheduled_at as startsAt', 'service_title as title', 'price_list_cents as listOre'])
    .select(['discount_cents as discountOre', 'amount_customer_pays_cents as customerPaysOre'])
    .select(['platform_fee_cents as feeOre', 'amount_to_provider_cents as providerGetsOre'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'completed')
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .orderBy('scheduled_at')
    .orderBy('id')
    .limit(mostJobs)
    .execute()
}

function startOf(month: Month): Date {
  const start = Temporal.PlainDate.from(firstDay(month)).toZonedDateTime('Europe/Stockholm')
  return new Date(start.epochMilliseconds)
}
