import type { ServicePlace } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { formatPhone } from '~/shared/phone'
import { type BookingStatus, isUnsure, lookFor, type Side } from '../booking'
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
  companyAnswers: boolean
  place: ServicePlace
  address: string | null
  company: { name: string; phone: string; address: string }
}

const said = { pending: 'tentative', confirmed: 'confirmed', completed: 'confirmed', cancelled: 'cancelled' } as const

/** Common to both sides. The title states the state in words, since some calendar programs do not show STATUS. */
function common(booking: Booking, side: Side, now: Date, words: string, url: string) {
  const { id, sequence, status, startsAt, endsAt, changedAt } = booking
  const isInDoubt = side === 'member' && isUnsure(booking, now)
  const isPlain = !isInDoubt && (status === 'confirmed' || status === 'completed')
  return {
    id,
    sequence,
    status: isInDoubt ? ('tentative' as const) : said[status],
    startsAt,
    endsAt,
    changedAt,
    title: isPlain ? words : `${lookFor(side, booking, now).short}: ${words}`,
    url,
  }
}

/** A booking as an event in the member's calendar. `url` is the booking's page. */
export function eventOf(booking: Booking, url: string, now: Date): CalendarEvent {
  const { title, company } = booking
  return {
    ...common(booking, 'member', now, `${title} hos ${company.name}`, url),
    description: [
      lookFor('member', booking, now).label,
      `Pris: ${formatOre(booking.customerPaysOre)}`,
      `Telefon: ${formatPhone(company.phone)}`,
      url,
    ].join('\n'),
    location: whereFor('member', booking),
  }
}

/**
 * A booking as an event in the company's calendar: service, time and a link. No customer and no address, which are on
 * the page behind the login: calendars are shared, printed and kept by others.
 */
export function companyEventOf(booking: Booking, url: string, now: Date): CalendarEvent {
  return {
    ...common(booking, 'company', now, booking.title, url),
    description: [lookFor('company', booking, now).label, url].join('\n'),
    location: '',
  }
}
