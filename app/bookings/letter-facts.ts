import { formatOre } from '~/shared/money'
import { formatPhone } from '~/shared/phone'
import type { BookingEvent, ToldBooking } from './booking-letters'
import { clockSpan, spokenDay, spokenMoment } from './when'

/** The facts of a booking in its letters, by what has happened. */
type Kind = BookingEvent['kind']

const proposed = ({ proposedAt }: ToldBooking) => (proposedAt ? spokenMoment(proposedAt) : '')
const when = ({ startsAt, endsAt }: ToldBooking) => `${spokenDay(startsAt)} kl. ${clockSpan(startsAt, endsAt)}`
/** One line each: a letter shows a list of facts, and no list in one. */
const services = (booking: ToldBooking) => booking.services.flatMap((line) => fact('I besöket', line))
const fact = (term: string, value: string | null) => (value ? [{ term, value }] : [])

/** While a new time is asked for there are two, and which is which has to be plain. */
function times(booking: ToldBooking, kind: Kind) {
  if (kind !== 'time proposed') return fact('När', when(booking))
  return [...fact('Tiden nu', when(booking)), ...fact('Förslag', proposed(booking))]
}

/** What stands below the words of a member's letter. */
export function factsForMember(booking: ToldBooking, kind: Kind) {
  return [
    ...fact('Tjänst', booking.title),
    ...services(booking),
    ...times(booking, kind),
    ...fact('Var', booking.where.member),
    ...fact('Pris', formatOre(booking.owedOre)),
    ...fact('Företag', booking.companyName),
    ...fact('Telefon', formatPhone(booking.companyPhone)),
  ]
}

/** Where somebody lives and how to ring them is for those who come: not once it is over. */
const afterwards = new Set<Kind>([
  'message',
  'cancelled',
  'lapsed',
  'withdrawn',
  'paid',
  'disputed',
  'agreed',
  'left',
  'decided',
])

export function factsForCompany(booking: ToldBooking, kind: Kind) {
  const isOver = afterwards.has(kind)
  return [
    ...fact('Tjänst', booking.title),
    ...services(booking),
    ...times(booking, kind),
    ...fact('Kund', booking.memberName),
    ...(isOver ? [] : fact('Var', booking.where.company)),
    ...(isOver ? [] : fact('Telefon', booking.phone && formatPhone(booking.phone))),
    ...(isOver ? [] : fact('Meddelande', booking.note)),
    ...(isOver ? [] : fact('Ni får', `${formatOre(booking.providerGetsOre)} efter avgift`)),
  ]
}
