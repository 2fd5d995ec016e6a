import { formatOre } from '~/shared/money'
import { formatPhone } from '~/shared/phone'
import type { BookingEvent, ToldBooking } from './booking-letters'
import { clockSpan, spokenDay, spokenMoment } from './when'

/** The list of facts in a letter, by event. */
type Kind = BookingEvent['kind']

const proposed = ({ proposedAt }: ToldBooking) => (proposedAt ? spokenMoment(proposedAt) : '')
const when = ({ startsAt, endsAt }: ToldBooking) => `${spokenDay(startsAt)} kl. ${clockSpan(startsAt, endsAt)}`
/** One fact per service, since the value of a fact cannot be a list. */
const services = (booking: ToldBooking, hasPrices: boolean) =>
  booking.services.flatMap(({ what, price }) => fact('I besöket', hasPrices ? `${what}, ${price}` : what))
const fact = (term: string, value: string | null) => (value ? [{ term, value }] : [])

/** For a proposal, shows both the current time and the proposed one, labelled. */
function times(booking: ToldBooking, kind: Kind) {
  if (kind !== 'time proposed') return fact('När', when(booking))
  return [...fact('Tiden nu', when(booking)), ...fact('Förslag', proposed(booking))]
}

/**
 * Whether the agreed price is to be paid. Not where the letter says that the member pays nothing, or only for the part
 * that was done before a withdrawal: the price beside those words would contradict them.
 */
const isPriceDue = (event: BookingEvent) =>
  event.kind !== 'declined' &&
  event.kind !== 'lapsed' &&
  event.kind !== 'withdrawn' &&
  (event.kind !== 'cancelled' || event.late)

/** The facts in a letter to the member. */
export function factsForMember(booking: ToldBooking, event: BookingEvent) {
  const hasPrices = isPriceDue(event)
  return [
    ...fact('Tjänst', booking.title),
    ...services(booking, hasPrices),
    ...times(booking, event.kind),
    ...fact('Var', booking.where.member),
    ...(hasPrices ? fact('Pris', formatOre(booking.owedOre)) : []),
    ...fact('Företag', booking.companyName),
    ...fact('Telefon', formatPhone(booking.companyPhone)),
  ]
}

/** The company's letters on these leave out address and phone: only those who are yet to come need them. */
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

export function factsForCompany(booking: ToldBooking, { kind }: BookingEvent) {
  const isOver = afterwards.has(kind)
  return [
    ...fact('Tjänst', booking.title),
    ...services(booking, true),
    ...times(booking, kind),
    ...fact('Kund', booking.memberName),
    ...(isOver ? [] : fact('Var', booking.where.company)),
    ...(isOver ? [] : fact('Telefon', booking.phone && formatPhone(booking.phone))),
    ...(isOver ? [] : fact('Meddelande', booking.note)),
    ...(isOver ? [] : fact('Ni får', `${formatOre(booking.providerGetsOre)} efter avgift`)),
  ]
}
