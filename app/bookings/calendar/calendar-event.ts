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

/** A booking as its member's calendar shows it. `url` is its page. Not every program shows a state, so words do too. */
export function eventOf(booking: Booking, url: string): CalendarEvent {
  const { id, sequence, status, startsAt, endsAt, changedAt, title, company } = booking
  const words = `${title} hos ${company.name}`
  return {
    id,
    sequence,
    status: said[status],
    startsAt,
    endsAt,
    changedAt,
    title: status === 'pending' || status === 'cancelled' ? `${bookingStates[status].short}: ${words}` : words,
    description: [
      bookingStates[status].label,
      `Pris: ${formatOre(booking.customerPaysOre)}`,
      `Telefon: ${formatPhone(company.phone)}`,
      url,
    ].join('\n'),
    location: whereFor('member', booking),
    url,
  }
}
