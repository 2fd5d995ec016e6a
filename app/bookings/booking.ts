import { isNameIn, namesOf } from '~/shared/chosen'
import { type Contract, mayBeginEarly, whyNoWithdrawal } from './withdrawal'

/**
 * A booking's life, as tables: what its states are called, who may do what in each of them, and until when.
 * The pages offer, and the use cases allow, what stands here; the database holds the same changes by a trigger.
 */

export type Look = {
  /** In the specification's words. */
  label: string
  /** For a narrow place. */
  short: string
  tone: 'neutral' | 'spruce' | 'lamp'
  icon: 'clock' | 'check' | 'star' | 'close' | 'phone'
}

export const bookingStates = {
  pending: { label: 'Väntar på bekräftelse', short: 'Väntar', tone: 'lamp', icon: 'clock' },
  confirmed: { label: 'Bekräftad', short: 'Bekräftad', tone: 'spruce', icon: 'check' },
  completed: { label: 'Genomförd', short: 'Genomförd', tone: 'neutral', icon: 'star' },
  cancelled: { label: 'Avbokad', short: 'Avbokad', tone: 'neutral', icon: 'close' },
} as const satisfies Record<string, Look>

export type BookingStatus = keyof typeof bookingStates

/** An unknown state is shown as one that waits. */
export function statusFrom(text: string): BookingStatus {
  return isNameIn(bookingStates, text) ? text : 'pending'
}

/** The two sides of a booking, and the product itself when a time has come. */
export const sides = ['member', 'company'] as const
export type Side = (typeof sides)[number]
export type Actor = Side | 'system'

type Rule = {
  /** As its button says, in the specification's words where it has them. */
  label: string
  by: readonly Actor[]
  from: readonly BookingStatus[]
  /** Null: it stays what it is. */
  to: BookingStatus | null
  /** When it may be done, by the start of the job. */
  when: 'any time' | 'before the start' | 'after the start'
  /** Of several services in one visit: all that stand alike together, or each by itself. */
  of: 'the visit' | 'the service'
}

const open = ['pending', 'confirmed'] as const

export const bookingDeeds = {
  confirm: {
    label: 'Bekräfta bokning',
    by: ['company'],
    from: ['pending'],
    to: 'confirmed',
    when: 'before the start',
    of: 'the visit',
  },
  decline: {
    label: 'Tacka nej',
    by: ['company'],
    from: ['pending'],
    to: 'cancelled',
    when: 'any time',
    of: 'the visit',
  },
  // From the start on, since a job may be quicker than its time; never before, since points come with it. Those who
  // have agreed on another hour move the booking there first. Said now, it counts a minute later, as the next one.
  complete: {
    label: 'Markera som genomförd',
    by: ['company'],
    from: ['confirmed'],
    to: 'completed',
    when: 'after the start',
    of: 'the service',
  },
  'mark as no-show': {
    label: 'Kunden kom inte',
    by: ['company'],
    from: ['confirmed'],
    to: 'cancelled',
    when: 'after the start',
    of: 'the service',
  },
  'take back': {
    label: 'Ångra',
    by: ['company'],
    from: ['confirmed'],
    to: null,
    when: 'any time',
    of: 'the service',
  },
  cancel: {
    label: 'Avboka',
    by: sides,
    from: open,
    to: 'cancelled',
    when: 'before the start',
    of: 'the service',
  },
  // The member's right by law, beside the company's rule of cancelling: within fourteen days, whatever it says (withdrawal.ts).
  withdraw: {
    label: 'Ångra avtalet',
    by: ['member'],
    from: ['confirmed'],
    to: 'cancelled',
    when: 'any time',
    of: 'the service',
  },
  propose: {
    label: 'Föreslå ny tid',
    by: sides,
    from: open,
    to: null,
    when: 'before the start',
    of: 'the visit',
  },
  // Whoever says yes to a time has also said yes to the job.
  'accept proposal': {
    label: 'Ja, den tiden passar',
    by: sides,
    from: open,
    to: 'confirmed',
    when: 'any time',
    of: 'the visit',
  },
  'refuse proposal': {
    label: 'Nej, behåll tiden',
    by: sides,
    from: open,
    to: null,
    when: 'any time',
    of: 'the visit',
  },
  lapse: {
    label: 'Gick ut',
    by: ['system'],
    from: ['pending'],
    to: 'cancelled',
    when: 'any time',
    of: 'the visit',
  },
} as const satisfies Record<string, Rule>

export type BookingDeed = keyof typeof bookingDeeds

/** What a company says of a job that has begun, and since when: it is kept, and counts when the minute is over (change/count-said.server.ts). */
export type Said = { deed: 'complete' | 'mark as no-show'; at: Date }

/** So long it can be taken back, and nobody is told. */
const TAKE_BACK_MS = 60_000

export const countsAt = ({ at }: Pick<Said, 'at'>): Date => new Date(at.getTime() + TAKE_BACK_MS)

/** What was said by then counts now. */
export const countsWhenSaidBy = (now: Date): Date => new Date(now.getTime() - TAKE_BACK_MS)

/** What decides about a booking. */
export type BookingFacts = Contract & {
  status: BookingStatus
  said: Said | null
  freeCancelHours: number
  proposal: { startsAt: Date; by: Side } | null
  lapsesAt: Date
  /** Somebody may act for the company: whoever owns it is not blocked, and has no other role by now. */
  companyAnswers: boolean
}

export type May = { may: true } | { may: false; because: string }

const yes: May = { may: true }
const no = (because: string): May => ({ may: false, because })

/** Whether somebody may do something with a booking now, and if not, why, in words for them. */
export function mayDo(deed: BookingDeed, by: Actor, booking: BookingFacts, now: Date): May {
  const rule: Rule = bookingDeeds[deed]
  if (!rule.by.includes(by)) return no('Det kan bara den andra parten göra.')
  if (deed === 'take back') return mayTakeBack(booking)
  if (!rule.from.includes(booking.status)) return no(endedWords[booking.status])
  // The member has not been told, and is not held up by it: what they do then ends it.
  if (by === 'company' && booking.said) return no(saidWords[booking.said.deed])
  const hasStarted = now >= booking.startsAt
  if (rule.when === 'before the start' && hasStarted) return no('Tiden för bokningen har redan varit.')
  if (rule.when === 'after the start' && !hasStarted) return no('Det går först när tiden för bokningen har börjat.')
  if (by === 'member' && !booking.companyAnswers && (deed === 'propose' || deed === 'accept proposal'))
    return no(noAnswer)
  if (deed === 'lapse' && now < booking.lapsesAt) return no('Förfrågan gäller fortfarande.')
  if (deed === 'withdraw') {
    const because = whyNoWithdrawal(booking, now)
    return because === null ? yes : no(because)
  }
  if (deed === 'accept proposal' || deed === 'refuse proposal') return mayAnswer(deed, by, booking.proposal, now)
  return yes
}

/** Why nothing is asked of a company, or agreed with it, while nobody may act for it. */
const noAnswer = 'Företaget kan inte svara här just nu.'

/** Why nothing more can be done in a state; of one that is open, why just this cannot. */
const endedWords = {
  pending: 'Bokningen är inte bekräftad än.',
  confirmed: 'Bokningen är redan bekräftad.',
  completed: 'Bokningen är redan genomförd.',
  cancelled: 'Bokningen är redan avbokad.',
} as const satisfies Record<BookingStatus, string>

const saidWords = {
  complete: 'Ni har sagt att jobbet är gjort. Ångra det först.',
  'mark as no-show': 'Ni har sagt att kunden inte kom. Ångra det först.',
} as const satisfies Record<Said['deed'], string>

/** Until it has counted: a worker that is late takes nothing from anybody. */
function mayTakeBack({ status, said }: BookingFacts): May {
  if (said) return yes
  const isOver = status === 'completed' || status === 'cancelled'
  return no(isOver ? `Det är för sent att ångra. ${endedWords[status]}` : 'Det finns inget att ångra.')
}

/** The other side accepts; both may say no, and whoever asked takes it back by that. */
function mayAnswer(deed: BookingDeed, by: Actor, proposal: BookingFacts['proposal'], now: Date): May {
  if (!proposal) return no('Det finns inget förslag på ny tid att svara på.')
  if (deed === 'refuse proposal') return yes
  if (proposal.by === by) return no('Det är den andra parten som ska svara på förslaget.')
  return now < proposal.startsAt ? yes : no('Den föreslagna tiden har redan varit.')
}

/** Everything that somebody may do with a booking now, in the table's order: what a page offers. */
export function deedsFor(by: Side, booking: BookingFacts, now: Date): BookingDeed[] {
  return namesOf(bookingDeeds).filter((deed) => mayDo(deed, by, booking, now).may)
}

/** How long a request holds its time while somebody owes an answer. */
export const ANSWER_HOURS = 72

/** How many requests of one member may wait for one company. */
export const MOST_WAITING = 3

/** The same for a member, before they ask. */
export const waitingRule = `Tiden hålls för dig medan företaget svarar, i högst ${ANSWER_HOURS} timmar. Du kan ha ${MOST_WAITING} förfrågningar som väntar hos samma företag.`

/** Since when the company has owed a word, and what there is to say yes to. */
type Waiting = Pick<BookingFacts, 'startsAt' | 'proposal' | 'lapsesAt'> & { askedAt: Date }

/** Until when a new request waits. */
export function firstLapse(askedAt: Date, startsAt: Date): Date {
  return earlier(inAnswerHours(askedAt), startsAt)
}

/** Of a time that is asked for now: the company may say yes as late as it can, and the fourteen days begin then. */
export const asksForEarlyStart = (startsAt: Date, now: Date) => mayBeginEarly(startsAt, firstLapse(now, startsAt))

/**
 * Until when a request waits once a side has proposed another time, or taken one off the table (`proposedAt` null). Who
 * owes an answer has 72 hours for it, but never past the last time there is to say yes to; a member who merely
 * changes their own question does not hold the company's hours longer by it.
 */
export function lapseAfter(by: Side, booking: Waiting, proposedAt: Date | null, now: Date): Date {
  const isAnswer = by === 'company' || booking.proposal?.by === 'company'
  const until = isAnswer ? inAnswerHours(now) : later(inAnswerHours(booking.askedAt), booking.lapsesAt)
  return earlier(until, later(booking.startsAt, proposedAt ?? booking.startsAt))
}

/** Who has not answered when a request lapses; a member could not say yes to a company for which nobody may act. */
export function silentSide({ proposal, companyAnswers }: Pick<BookingFacts, 'proposal' | 'companyAnswers'>): Side {
  return companyAnswers && proposal?.by === 'company' ? 'member' : 'company'
}

const inAnswerHours = (since: Date) => new Date(since.getTime() + ANSWER_HOURS * 3_600_000)
const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)

/** What is ahead with a company for which nobody may act: its member is told not to count on the time (docs/decisions/0239). */
export function isUnsure({ status, startsAt, companyAnswers }: Standing, now: Date): boolean {
  return !companyAnswers && now < startsAt && (status === 'pending' || status === 'confirmed')
}

type Standing = Pick<BookingFacts, 'status' | 'startsAt' | 'companyAnswers'>

const unsure: Look = { label: 'Företaget kan inte svara', short: 'Osäker', tone: 'lamp', icon: 'phone' }

/** How a booking stands, as one of its sides reads it wherever it is shown. */
export function lookFor(side: Side, booking: Standing, now: Date): Look {
  return side === 'member' && isUnsure(booking, now) ? unsure : bookingStates[booking.status]
}

/** How long before a job its member is reminded of it. */
export const REMIND_BEFORE = 24 * 3_600_000

/** The last moment when cancelling is free. */
export function freeUntil({ startsAt, freeCancelHours }: Pick<BookingFacts, 'startsAt' | 'freeCancelHours'>): Date {
  return new Date(startsAt.getTime() - freeCancelHours * 3_600_000)
}

/**
 * A member who cancels now is late. A request that nobody has confirmed, and a company, never are; nor is whoever waits for a company that
 * cannot answer (docs/decisions/0239).
 */
export function isLateToCancel(by: Side, booking: BookingFacts, now: Date): boolean {
  const isPromised = booking.status === 'confirmed' && booking.companyAnswers
  return by === 'member' && isPromised && now > freeUntil(booking)
}

/** The rule before booking, in a sentence. */
export function cancelRule(freeCancelHours: number): string {
  if (freeCancelHours === 0) return 'Du kan avboka utan kostnad ända fram till start.'
  const days = freeCancelHours / 24
  const before =
    Number.isInteger(days) && days > 1
      ? `${days} dygn`
      : freeCancelHours === 1
        ? 'en timme'
        : `${freeCancelHours} timmar`
  return `Du kan avboka utan kostnad fram till ${before} innan. Därefter kan företaget ta betalt för tiden.`
}
