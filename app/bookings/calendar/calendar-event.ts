import type { ServicePlace } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { formatPhone } from '~/shared/phone'
import { type BookingStatus, bookingStates } from '../booking'
import { whereFor } from '../place'
import type { CalendarEvent } from './calendar-file'

type Booking = {
  id: string
  sequence: number
  status: BookingStatus
  startsAt: Date
  endsAt: Date
  changedAt: Date
  title: string
  customerPaysOre: number
  place: ServicePlace
  address: string | null
  company: { name: string; phone: string; address: string }
}

const said = { pending: 'tentative', confirmed: 'confirmed', completed: 'confirmed', cancelled: 'cancelled' } as const

/** What both sides' calendars are told of it. Not every program shows a state, so words do too. */
function common({ id, sequence, status, startsAt, endsAt, changedAt }: Booking, words: string, url: string) {
  return {
    id,
    sequence,
    status: said[status],
    startsAt,
    endsAt,
    changedAt,
    title: status === 'pending' || status === 'cancelled' ? `${bookingStates[status].short}: ${words}` : words,
    url,
  }
}

/** A booking as its member's calendar shows it. `url` is its page. */
export function eventOf(booking: Booking, url: string): CalendarEvent {
  const { status, title, company } = booking
  return {
    ...common(booking, `${title} hos ${company.name}`, url),
    description: [
      bookingStates[status].label,
      `Pris: ${formatOre(booking.customerPaysOre)}`,
      `Telefon: ${formatPhone(company.phone)}`,
      url,
    ].join('\n'),
    location: whereFor('member', booking),
  }
}

/**
 * As its company's shows it: which service, when, and a link. Whose it is and where stands on its page, for whoever logs in;
 * a calendar is shared, printed and kept by others.
 */
export function companyEventOf(booking: Booking, url: string): CalendarEvent {
  return {
    ...common(booking, booking.title, url),
    description: [bookingStates[booking.status].label, url].join('\n'),
    location: '',
  }
}
