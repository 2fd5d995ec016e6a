import { requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { notThere } from '~/shared/outcome'
import { daysAfter, formatMomentSeen } from '~/shared/time'
import { dayAt, momentOf } from '../book/open-days.server'
import { readConversation } from '../messages/read-messages.server'
import { readCorrection } from '../paying/job-payment-store.server'
import { readPayment } from '../paying/read-payment.server'
import { readSeriesOfBooking } from '../repeat/read-series.server'
import { spokenDay } from '../when'
import { historyOf } from './booking-history'
import { bookingView, cancelView, dayView, moneyView } from './booking-view'
import { pageOfBookings, providerLists, readAsked } from './diary-lists'
import {
  countPending,
  type DiaryEntry,
  readChanges,
  readDiaryEntry,
  readEntries,
  readJobsBetween,
  readUnfinished,
} from './diary-store.server'
import { entriesOf } from './entry'
import { readVisitOf } from './read-visit.server'

const pageSize = 20
/** Caps on the sections above the list. */
const mostOfToday = 50
const mostUnfinished = 10

type Ports = Pick<House, 'db' | 'clock'>
export type CompanyBooking = ReturnType<typeof companyView>

export function companyView(row: DiaryEntry, now: Date) {
  return {
    ...bookingView(row, 'company', now),
    ...dayView(row, 'company'),
    providerGets: moneyView(row).providerGets,
    cancel: cancelView(row, 'company', now),
  }
}

/** A company's own bookings. Above the default list also today's jobs and those left to mark as done. */
export async function readCompanyDiary({ db, clock }: Ports, signedIn: SignedIn, search: URLSearchParams) {
  const company = await requireOwnCompany(db, signedIn)
  const now = clock.now()
  const today = dayAt(now.getTime())
  const [from, to] = [beginOf(today), beginOf(daysAfter(today, 1))]
  const { list: key, after } = readAsked(providerLists, search)
  const page = { list: providerLists[key], line: from, after, limit: pageSize + 1 }
  const { shown, next } = pageOfBookings(await readEntries(db, { companyId: company.id }, page), pageSize)
  const isFront = key === 'all' && after === null
  const see = (rows: readonly DiaryEntry[]) => rows.map((row) => companyView(row, now))
  return {
    list: key,
    bookings: see(shown),
    next,
    isLater: after !== null,
    pending: await countPending(db, company.id),
    day: spokenDay(now),
    today: isFront ? see(await readToday(db, company.id, from, to)) : [],
    unfinished: isFront ? see(entriesOf(await readUnfinished(db, company.id, from, mostUnfinished))) : [],
  }
}

/** Today's confirmed jobs that are not completed. */
export async function readToday(db: Ports['db'], companyId: string, from: Date, to: Date) {
  const jobs = await readJobsBetween(db, companyId, from, to, mostOfToday)
  return entriesOf(jobs.filter(({ status }) => status === 'confirmed'))
}

/** One of the company's own bookings; not found for any other. */
export async function readCompanyBooking({ db, clock }: Ports, signedIn: SignedIn, id: string) {
  const company = await requireOwnCompany(db, signedIn)
  const now = clock.now()
  const found = isId(id) ? await readDiaryEntry(db, { companyId: company.id }, id) : undefined
  if (!found) return notThere
  const names = { member: found.customer?.name ?? 'Kunden', company: company.name }
  const history = historyOf('company', names, found, await readChanges(db, id))
  return {
    booking: companyView({ ...found, parts: [found] }, now),
    visit: await readVisitOf(db, { companyId: company.id }, found, 'company', now),
    money: moneyView(found, await readCorrection(db, id)),
    payment: await readPayment(db, found, 'company', now),
    series: await readSeriesOfBooking(db, 'company', found, now),
    conversation: await readConversation(db, 'company', { ...found, isOtherHere: found.customer !== null, names }, now),
    history: history.map(({ at, text }) => ({ at: formatMomentSeen(at, now), text })),
  }
}

/** The start of a day in Stockholm. Midnight always exists there, whatever DST does. */
export function beginOf(day: string): Date {
  const moment = momentOf(day, '00:00')
  if (moment === null) throw new RangeError(`No day ${day}`)
  return new Date(moment)
}
