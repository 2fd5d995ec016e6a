import type { ServicePlace } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { formatPhone } from '~/shared/phone'
import { formatDate, formatDay, formatInstant } from '~/shared/time'
import {
  type BookingDeed,
  type BookingFacts,
  bookingDeeds,
  deedsFor,
  freeUntil,
  isLateToCancel,
  isMemberAway,
  isUnsure,
  lookFor,
  mayDo,
  remindAt,
  type Side,
} from '../booking'
import { saidView } from '../change/said-view'
import { noLongerFreeToCancel, whileFreeToCancel } from '../letters/cancel-words'
import type { Correction } from '../paying/job-payment'
import { whereFor, whoComes } from '../place'
import { rhythmWords, type Weeks } from '../repeat/rhythm'
import { clockSpan, clockTime, spokenDay, spokenDayAndYear, spokenMoment } from '../when'
import { dueWhenWithdrawn, lastDayToWithdraw, mayBeginEarly } from '../withdrawal'

/** Bookings in words for pages. Formatted on the server, so that hydration gives the same text everywhere. */

/** The input of a view; the rows of the diary store fit. */
export type Seen = BookingFacts & {
  id: string
  durationMin: number
  title: string
  listOre: number
  discountOre: number
  feeOre: number
  customerPaysOre: number
  providerGetsOre: number
  place: ServicePlace
  address: string | null
  phone: string | null
  note: string
  reason: string | null
  cancelledBy: Side | 'system' | null
  noShow: boolean
  repeatsEvery: Weeks | null
  earlyStart: string | null
  withdrawal: { at: Date; dueOre: number } | null
  /** Of a request: another time was proposed, and nobody said yes to it. */
  wasProposalDropped: boolean
  requestedAt: Date
  customer: { name: string; email: string } | null
  company: { id: string; name: string; phone: string; address: string; isHere: boolean }
  /** The single bookings, when those of a visit are shown as one. */
  parts?: readonly Seen[]
}

/** What the lists and pages of both sides show. */
export type BookingView = ReturnType<typeof bookingView>

export function bookingView(booking: Seen, side: Side, now: Date) {
  const { status, startsAt, endsAt, proposal, customer, company } = booking
  const asksMember = side === 'member' && proposal?.by === 'company'
  return {
    id: booking.id,
    status,
    look: lookFor(side, booking, now),
    companyCannotAnswer: side === 'member' && isUnsure(booking, now),
    memberCannotAnswer: side === 'company' && isMemberAway(booking, now),
    title: booking.title,
    day: spokenDay(startsAt),
    date: spokenDayAndYear(startsAt),
    time: clockTime(startsAt),
    span: clockSpan(startsAt, endsAt),
    startsAt: startsAt.toISOString(),
    hasPassed: startsAt <= now,
    /** Until when a pending request waits for an answer. */
    answerBy: status === 'pending' ? spokenMoment(booking.lapsesAt) : null,
    ended: howItEnded(booking, side),
    reason: status === 'cancelled' ? booking.reason : null,
    proposal: proposal && {
      isOurs: proposal.by === side,
      asksForEarlyStart:
        asksMember && booking.earlyStartAt === null && mayBeginEarly(proposal.startsAt, booking.confirmedAt ?? now),
      /** A yes would leave the member no time to cancel free of charge. */
      isTooSoonToCancelFree:
        asksMember &&
        booking.freeCancelHours > 0 &&
        now > freeUntil({ startsAt: proposal.startsAt, freeCancelHours: booking.freeCancelHours }),
      when: {
        day: spokenDay(proposal.startsAt),
        span: clockSpan(proposal.startsAt, endOf(proposal.startsAt, booking)),
      },
    },
    price: formatOre(booking.customerPaysOre),
    repeats: booking.repeatsEvery && rhythmWords(booking.repeatsEvery),
    said: saidTo(side, booking, now),
    may: deedsFor(side, booking, now),
    services: servicesView(booking.parts ?? [], side, now),
    customer,
    company: { ...company, phone: phoneView(company.phone) },
  }
}

/** The services of a visit, each with the deeds that apply to it alone; empty for a single booking. */
export function servicesView(parts: readonly Seen[], side: Side, now: Date) {
  return parts.length < 2
    ? []
    : parts.map((part) => ({
        id: part.id,
        status: part.status,
        look: lookFor(side, part, now),
        title: part.title,
        day: spokenDay(part.startsAt),
        span: clockSpan(part.startsAt, part.endsAt),
        price: formatOre(part.customerPaysOre),
        said: saidTo(side, part, now),
        may: deedsFor(side, part, now).filter((deed) => bookingDeeds[deed].of === 'the service'),
      }))
}

/** Only for the company: the member is told when it takes effect. */
const saidTo = (side: Side, { said }: Seen, now: Date) => (side === 'company' ? saidView(said, now) : null)

/** Address, phone and note: only for the two sides of the booking. */
export function dayView(booking: Seen, side: Side) {
  const { phone, note } = booking
  return { where: whereFor(side, booking), phone: phone ? phoneView(phone) : null, note }
}

export type DayView = ReturnType<typeof dayView>

/** The agreed price, and the corrected one if there is a correction. */
export function moneyView(booking: Seen, correction?: Correction) {
  return {
    corrected: correction && {
      customerPays: formatOre(correction.customerPaysOre),
      fee: formatOre(correction.feeOre),
      providerGets: formatOre(correction.customerPaysOre - correction.feeOre),
    },
    list: formatOre(booking.listOre),
    discount: booking.discountOre > 0 ? formatOre(booking.discountOre) : null,
    customerPays: formatOre(booking.customerPaysOre),
    fee: formatOre(booking.feeOre),
    providerGets: formatOre(booking.providerGetsOre),
  }
}

const noAnswer = 'Företaget kan inte svara här för tillfället'

/** What cancelling means now: free, or a notice that has to be confirmed. Null when the booking cannot be cancelled. */
export function cancelView(booking: Seen, side: Side, now: Date) {
  if (!deedsFor(side, booking, now).includes('cancel')) return null
  const isLate = isLateToCancel(side, booking, now)
  const until = spokenMoment(freeUntil(booking))
  if (side === 'company') return { isLate, terms: 'Kunden får veta det med en gång och betalar ingenting.' }
  if (!booking.companyAnswers) return { isLate, terms: `${noAnswer}, så det kostar ingenting.` }
  if (booking.status === 'pending') return { isLate, terms: 'Företaget har inte svarat än, så det kostar ingenting.' }
  if (isLate) {
    const terms = `Du kunde avboka utan kostnad till ${until}. Nu kan företaget ta betalt för tiden, ${formatOre(booking.customerPaysOre)}.`
    return { isLate, terms }
  }
  return { isLate, terms: `Du avbokar i god tid, före ${until}. Det kostar ingenting.` }
}

/** Until when cancelling is free, or that it no longer is. Null when the booking cannot be cancelled. */
export function cancelBy(booking: Seen, now: Date): string | null {
  if (!deedsFor('member', booking, now).includes('cancel')) return null
  if (!booking.companyAnswers) return `${noAnswer}, så du kan avboka utan kostnad ända fram till start.`
  const until = freeUntil(booking)
  const sum = formatOre(booking.customerPaysOre)
  const terms = { freeUntil: until, startsAt: booking.startsAt, sum }
  if (booking.status === 'confirmed') return whileFreeToCancel(terms, now) ?? noLongerFreeToCancel(sum)
  const onceAgreed = whileFreeToCancel(terms, now, 'När det har sagt ja kan du')
  return `Tills företaget har svarat kostar det ingenting att avboka. ${onceAgreed ?? `När det har sagt ja går den här inte längre att avboka utan kostnad: tiden för det gick ut ${spokenMoment(until)}.`}`
}

/** `icon`: nothing to do, or ring the company. */
type NextStep = { title: string; text: string; next: string; icon: 'check' | 'phone' }

/** The state of an upcoming booking in words, and what happens next; null once the job has begun. */
export function nextStep(booking: Seen, now: Date, remindedAt = remindAt(booking)): NextStep | null {
  const { status, startsAt, place, company, proposal } = booking
  if (startsAt <= now) return null
  if (isUnsure(booking, now)) {
    return {
      title: 'Företaget kan inte svara just nu',
      text: `${company.name} kan inte svara här för tillfället. Räkna inte med tiden förrän du har talat med dem.`,
      next: 'Du kan avboka här nedanför.',
      icon: 'phone',
    }
  }
  if (proposal) return null
  if (status === 'pending') {
    return {
      ...(booking.wasProposalDropped
        ? { title: 'Din förfrågan gäller fortfarande', text: 'Det blev inget av förslaget om en annan tid.' }
        : { title: 'Bokning skickad!', text: 'Företaget kommer att bekräfta din bokning inom kort' }),
      next: `${company.name} har till ${spokenMoment(booking.lapsesAt)} på sig att svara, och tiden är hållen för dig till dess. Du får ett mejl när de har svarat, och behöver inte göra något nu.`,
      icon: 'check',
    }
  }
  if (status !== 'confirmed') return null
  return {
    title: 'Bokningen är bekräftad',
    text: `${whoComes(place, company.name)} ${spokenMoment(startsAt)}.`,
    next:
      now < remindedAt
        ? `Du får en påminnelse med mejl ${spokenMoment(remindedAt)}.`
        : 'Vill du ändra något? Föreslå en ny tid, eller skriv till företaget här nedanför.',
    icon: 'check',
  }
}

/** The right to withdraw as it stands now, and what it would cost; null when it does not apply. */
export function withdrawView(booking: Seen, now: Date) {
  const until = lastDayToWithdraw(booking)
  if (!until || !mayDo('withdraw', 'member', booking, now).may) return null
  const dueOre = dueWhenWithdrawn(booking, booking.customerPaysOre, now)
  return {
    until: formatDate(until),
    due: dueOre > 0 ? formatOre(dueOre) : null,
    mayCost: booking.earlyStartAt !== null,
  }
}

/** The contract and the withdrawal as stored, as proof for later. */
export function contractView({ confirmedAt, earlyStart, earlyStartAt, withdrawal, title, company }: Seen) {
  return {
    since: confirmedAt && formatDay(confirmedAt),
    name: `${title} hos ${company.name}`,
    earlyStart: earlyStart && earlyStartAt && { words: earlyStart, at: formatInstant(earlyStartAt) },
    withdrawn: withdrawal && {
      at: formatInstant(withdrawal.at),
      due: withdrawal.dueOre > 0 ? formatOre(withdrawal.dueOre) : null,
    },
  }
}

function phoneView(e164: string) {
  return { number: formatPhone(e164), link: `tel:${e164}` }
}

function endOf(start: Date, { durationMin }: Seen): Date {
  return new Date(start.getTime() + durationMin * 60_000)
}

/** How a cancelled booking ended, in words for the given side. */
function howItEnded(booking: Seen, side: Side): string | null {
  const { status, cancelledBy, noShow, withdrawal, company, customer } = booking
  if (status !== 'cancelled') return null
  if (noShow) return side === 'member' ? 'Företaget skrev att ingen var på plats.' : 'Kunden var inte på plats.'
  if (withdrawal) {
    if (side === 'member') return 'Du ångrade avtalet.'
    const who = customer?.name ?? 'Kunden'
    return withdrawal.dueOre > 0
      ? `${who} ångrade avtalet. Ni ska ha ${formatOre(withdrawal.dueOre)} för den del som var gjord.`
      : `${who} ångrade avtalet. Ni kan inte ta betalt.`
  }
  if (cancelledBy === 'system') return 'Förfrågan gick ut utan svar i tid.'
  // A no to a request cancels nothing that anybody had agreed on.
  if (cancelledBy === 'company' && booking.confirmedAt === null)
    return side === 'member' ? `${company.name} kunde inte ta bokningen.` : 'Ni tackade nej.'
  if (cancelledBy === side) return side === 'member' ? 'Du avbokade.' : 'Ni avbokade.'
  return side === 'member' ? `${company.name} avbokade.` : `${customer?.name ?? 'Kunden'} avbokade.`
}

/** The label of the deed's button. */
export const deedLabel = (deed: BookingDeed) => bookingDeeds[deed].label
