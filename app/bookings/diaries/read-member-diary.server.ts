import { bookingAddress } from '~/companies/public'
import { readStillBookable } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isId } from '~/shared/asked'
import { notThere } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { bookAddress } from '../book/book-address'
import { readConversation } from '../messages/read-messages.server'
import { readPayment } from '../paying/read-payment.server'
import { readSeriesOfBooking } from '../repeat/read-series.server'
import { historyOf } from './booking-history'
import {
  bookingView,
  cancelBy,
  cancelView,
  contractView,
  dayView,
  moneyView,
  nextStep,
  withdrawView,
} from './booking-view'
import { memberLists, pageOfBookings, readAsked } from './diary-lists'
import { type DiaryEntry, type DiaryRow, readChanges, readDiaryEntry, readEntries } from './diary-store.server'
import { readVisitOf } from './read-visit.server'

const pageSize = 20

type Ports = Pick<House, 'db' | 'clock' | 'above'>

const isOver = ({ status }: DiaryRow) => status === 'completed' || status === 'cancelled'

/** A page of the member's own bookings. */
export async function readMemberDiary({ db, clock }: Ports, { person }: SignedIn, search: URLSearchParams) {
  const now = clock.now()
  const { list: key, after } = readAsked(memberLists, search)
  const list = memberLists[key]
  const rows = await readEntries(db, { customerId: person.id }, { list, line: now, after, limit: pageSize + 1 })
  const { shown, next } = pageOfBookings(rows, pageSize)
  const again = await readStillBookable(
    db,
    shown.filter(isOver).flatMap(({ parts }) => parts.map(({ serviceId }) => serviceId)),
    person.postcode,
  )
  const bookings = shown.map((row) => ({
    ...bookingView(row, 'member', now),
    bookAgain: isOver(row) ? againAddress(row, again) : null,
  }))
  return { list: key, bookings, next, isLater: after !== null }
}

/** Books the same services again, those of the whole visit as far as they can still be booked. */
function againAddress({ parts }: DiaryEntry, bookable: ReadonlySet<string>): string | null {
  const [service, ...also] = parts.map(({ serviceId }) => serviceId).filter((id) => bookable.has(id))
  return service ? bookAddress({ service, also }) : null
}

/** One of the member's own bookings; not found for any other. */
export async function readMemberBooking({ db, clock, above }: Ports, { person }: SignedIn, id: string) {
  const now = clock.now()
  const found = isId(id) ? await readDiaryEntry(db, { customerId: person.id }, id) : undefined
  if (!found) return notThere
  const names = { member: person.name, company: found.company.name }
  const visit = await readVisitOf(db, { customerId: person.id }, found, 'member', now)
  const history = historyOf('member', names, found, await readChanges(db, id))
  return {
    booking: bookingView(found, 'member', now),
    visit,
    dayOf: dayView(found, 'member'),
    money: moneyView(found),
    cancel: cancelView(found, 'member', now),
    withdraw: withdrawView(found, now),
    contract: contractView(found),
    series: await readSeriesOfBooking(db, 'member', found, now),
    payment: await readPayment(db, found, 'member', now),
    cancelBy: cancelBy(found, now),
    nextStep: nextStep(found, now, visit?.remindedAt),
    bookAgain:
      isOver(found) && (await readStillBookable(db, [found.serviceId], person.postcode)).has(found.serviceId)
        ? bookingAddress(found.serviceId)
        : null,
    isReviewed: (await above.readReviewed(db, [id])).has(id),
    conversation: await readConversation(db, 'member', { ...found, isOtherHere: found.company.isHere, names }, now),
    history: history.map(({ at, text }) => ({ at: formatMomentSeen(at, now), text })),
  }
}
