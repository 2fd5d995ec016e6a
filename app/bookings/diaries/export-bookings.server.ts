import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { csvClock } from '~/platform/http/csv.server'
import { formatPhone } from '~/shared/phone'
import { dayAt } from '../book/open-days.server'
import { bookingStates } from '../booking'
import { bookingLine, csvHead } from './booking-csv.server'
import type { List, Place } from './diary-lists'
import { type DiaryRow, readDiary } from './diary-store.server'

const batch = 500
const everything: List = { label: '', word: null, states: null, time: 'all', order: 'soonest first' }

/**
 * All bookings of a company as a CSV stream. Reads the next batch only when the previous one has been sent, and holds
 * no database connection in between.
 */
export async function exportBookings(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  signedIn: SignedIn,
): Promise<AsyncGenerator<string>> {
  const company = await requireOwnCompany(db, signedIn)
  return csvOf(db, company.id, clock.now())
}

async function* csvOf(db: Database, companyId: string, now: Date): AsyncGenerator<string> {
  yield csvHead
  let after: Place | null = null
  while (true) {
    const rows: DiaryRow[] = await readDiary(db, { companyId }, { list: everything, line: now, after, limit: batch })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(lineOf).join('')
    if (rows.length < batch) return
    after = { at: last.startsAt.toISOString(), id: last.id }
  }
}

function lineOf(row: DiaryRow): string {
  return bookingLine({
    day: dayAt(row.startsAt.getTime()),
    time: csvClock(row.startsAt),
    service: row.title,
    status: row.noShow ? 'Kunden kom inte' : bookingStates[row.status].label,
    customer: row.customer?.name ?? '',
    phone: row.phone ? formatPhone(row.phone) : '',
    address: row.address ?? '',
    listOre: row.listOre,
    discountOre: row.discountOre,
    customerPaysOre: row.customerPaysOre,
    feeOre: row.feeOre,
    providerGetsOre: row.providerGetsOre,
    reference: row.id,
  })
}
