import { isNameIn, namesOf } from '~/shared/chosen'
import { type Contract, mayBeginEarly, whyNoWithdrawal } from './withdrawal'

/**
 * The lifecycle of a booking as tables: its states, who may do what in each of them, and until when. Pages and use
 * cases both read them; a database trigger enforces the same transitions.
 */

export type Look = {
  /** As worded in the specification. */
  label: string
  /** Used where space is narrow. */
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

/** Parses a state; an unknown one counts as pending. */
export function statusFrom(text: string): BookingStatus {
  return isNameIn(bookingStates, text) ? text : 'pending'
}

/** The two sides of a booking. The third actor, `system`, acts when a deadline has passed. */
export const sides = ['member', 'company'] as const
export type Side = (typeof sides)[number]
export const otherSide = (side: Side): Side => (side === 'member' ? 'company' : 'member')
export type Actor = Side | 'system'

type Rule = {
  /** The label of its button, worded as in the specification where it has one. */
  label: string
  by: readonly Actor[]
  from: readonly BookingStatus[]
  /** The new state; null leaves it unchanged. */
  to: BookingStatus | null
  /** When the deed is allowed, relative to the start of the job. */
  when: 'any time' | 'before the start' | 'after the start'
  /** In a visit of several services: applies to all bookings in the same state together, or to one at a time. */
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
  // Allowed from the start on, since a job may finish early. Never before, since it earns points: sides that agree on
  // another hour move the booking first. Takes effect a minute later, as the no-show below.
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
  // The member's statutory right within fourteen days, whatever the company's rule of cancelling (withdrawal.ts).
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
  // Accepting a time also confirms the job, so a pending booking becomes confirmed.
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

/** What a company has said of a job that has begun. Takes effect after a minute (change/count-said.server.ts). */
export type Said = { deed: 'complete' | 'mark as no-show'; at: Date }

/** How long it can be taken back. Until then the member is not told. */
const TAKE_BACK_MS = 60_000

export const countsAt = ({ at }: Pick<Said, 'at'>): Date => new Date(at.getTime() + TAKE_BACK_MS)

/** Whatever was said at or before this moment takes effect now. */
export const countsWhenSaidBy = (now: Date): Date => new Date(now.getTime() - TAKE_BACK_MS)

/** The facts that decide what may be done with a booking. */
export type BookingFacts = Contract & {
  status: BookingStatus
  said: Said | null
  freeCancelHours: number
  proposal: { startsAt: Date; by: Side } | null
  lapsesAt: Date
  /** Somebody may act for the company: its owner is not blocked and still has the role of a company. */
  companyAnswers: boolean
  /** The member is not blocked and still has the role of a member. */
  memberAnswers: boolean
}

/** Whether somebody may log in and act for a side. */
export const answersFor = (side: Side, facts: Pick<BookingFacts, 'companyAnswers' | 'memberAnswers'>): boolean =>
  side === 'member' ? facts.memberAnswers : facts.companyAnswers

export type May = { may: true } | { may: false; because: string }

const yes: May = { may: true }
const no = (because: string): May => ({ may: false, because })

/** Whether an actor may do a deed now; if not, why, in words for them. */
export function mayDo(deed: BookingDeed, by: Actor, booking: BookingFacts, now: Date): May {
  const rule: Rule = bookingDeeds[deed]
  if (!rule.by.includes(by)) return no('Det kan bara den andra parten göra.')
  if (deed === 'take back') return mayTakeBack(booking)
  if (!rule.from.includes(booking.status)) return no(endedWords[booking.status])
  // Applies to the company only: the member has not been told, and a change of theirs ends what the company has said.
  if (by === 'company' && booking.said) return no(saidWords[booking.said.deed])
  const hasStarted = now >= booking.startsAt
  if (rule.when === 'before the start' && hasStarted) return no('Tiden för bokningen har redan varit.')
  if (rule.when === 'after the start' && !hasStarted) return no('Det går först när tiden för bokningen har börjat.')
  if (by === 'member' && !booking.companyAnswers && (deed === 'propose' || deed === 'accept proposal'))
    return no(noAnswer.company)
  if (by === 'company' && !booking.memberAnswers && deed === 'propose') return no(noAnswer.member)
  if (deed === 'lapse' && now < booking.lapsesAt) return no('Förfrågan gäller fortfarande.')
  if (deed === 'withdraw') {
    const because = whyNoWithdrawal(booking, now)
    return because === null ? yes : no(because)
  }
  if (deed === 'accept proposal' || deed === 'refuse proposal') return mayAnswer(deed, by, booking.proposal, now)
  return yes
}

/**
 * A side that nobody may act for is asked for nothing. Nothing is agreed with such a company, since it may not come; what
 * such a member has asked for themselves may still be agreed to.
 */
const noAnswer = {
  company: 'Företaget kan inte svara här just nu.',
  member: 'Kunden kan inte svara här just nu. Ring eller mejla i stället.',
} as const satisfies Record<Side, string>

/** Why a deed is not possible in this state. */
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

/** Possible until it has taken effect, even if the minute has passed and the worker is late. */
function mayTakeBack({ status, said }: BookingFacts): May {
  if (said) return yes
  const isOver = status === 'completed' || status === 'cancelled'
  return no(isOver ? `Det är för sent att ångra. ${endedWords[status]}` : 'Det finns inget att ångra.')
}

/** Only the other side can accept. Both can refuse; for the proposing side that withdraws its proposal. */
function mayAnswer(deed: BookingDeed, by: Actor, proposal: BookingFacts['proposal'], now: Date): May {
  if (!proposal) return no('Det finns inget förslag på ny tid att svara på.')
  if (deed === 'refuse proposal') return yes
  if (proposal.by === by) return no('Det är den andra parten som ska svara på förslaget.')
  return now < proposal.startsAt ? yes : no('Den föreslagna tiden har redan varit.')
}

/** Everything that a side may do with a booking now, in the order of the table: what a page offers. */
export function deedsFor(by: Side, booking: BookingFacts, now: Date): BookingDeed[] {
  return namesOf(bookingDeeds).filter((deed) => mayDo(deed, by, booking, now).may)
}

/** How long a request holds its time while one side owes an answer. */
export const ANSWER_HOURS = 72

/** How many requests of one member may be pending at one company. */
export const MOST_WAITING = 3

/** The same two limits, as the member reads them before asking. */
export const waitingRule = `Tiden hålls för dig medan företaget svarar, i högst ${ANSWER_HOURS} timmar. Du kan ha ${MOST_WAITING} förfrågningar som väntar hos samma företag.`

/** What decides how long a request is held: since when it waits, and the times that can be accepted. */
type Waiting = Pick<BookingFacts, 'startsAt' | 'proposal' | 'lapsesAt'> & { askedAt: Date }

/** Until when a new request is held. */
export function firstLapse(askedAt: Date, startsAt: Date): Date {
  return earlier(inAnswerHours(askedAt), startsAt)
}

/** Whether a job requested now may begin within the withdrawal period, if the company says yes at the last moment. */
export const asksForEarlyStart = (startsAt: Date, now: Date) => mayBeginEarly(startsAt, firstLapse(now, startsAt))

/**
 * Until when a request is held after a side has proposed another time, or removed a proposal (`proposedAt` null). The
 * side that owes an answer gets 72 hours, but never beyond the last time that can be accepted. A member who only
 * changes their own proposal does not extend it.
 */
export function lapseAfter(by: Side, booking: Waiting, proposedAt: Date | null, now: Date): Date {
  const isAnswer = by === 'company' || booking.proposal?.by === 'company'
  const until = isAnswer ? inAnswerHours(now) : later(inAnswerHours(booking.askedAt), booking.lapsesAt)
  return earlier(until, later(booking.startsAt, proposedAt ?? booking.startsAt))
}

/** Who did not answer when a request lapses. The company, if nobody may act for it: the member could not accept. */
export function silentSide({ proposal, companyAnswers }: Pick<BookingFacts, 'proposal' | 'companyAnswers'>): Side {
  return companyAnswers && proposal?.by === 'company' ? 'member' : 'company'
}

const inAnswerHours = (since: Date) => new Date(since.getTime() + ANSWER_HOURS * 3_600_000)
const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)

/** The company of an upcoming booking cannot act: the member should not count on it (docs/decisions/0239). */
export function isUnsure(booking: Standing, now: Date): boolean {
  return !booking.companyAnswers && isAhead(booking, now)
}

type Standing = Pick<BookingFacts, 'status' | 'startsAt' | 'companyAnswers'>

/** The member of an upcoming booking can neither read nor answer here: the company should ring if something changes. */
export function isMemberAway(booking: BookingFacts, now: Date): boolean {
  return !booking.memberAnswers && isAhead(booking, now)
}

const isAhead = ({ status, startsAt }: Pick<BookingFacts, 'status' | 'startsAt'>, now: Date) =>
  now < startsAt && (status === 'pending' || status === 'confirmed')

const unsure: Look = { label: 'Företaget kan inte svara', short: 'Osäker', tone: 'lamp', icon: 'phone' }

/** The state of a booking as the given side sees it everywhere. */
export function lookFor(side: Side, booking: Standing, now: Date): Look {
  return side === 'member' && isUnsure(booking, now) ? unsure : bookingStates[booking.status]
}

/**
 * How many hours before a job its member gets a reminder: a day, or `toDecide` hours before cancelling free of charge
 * ends, if that is sooner and not more than `most` hours ahead (docs/decisions/0053). tend-store.server.ts has the same
 * rule as SQL.
 */
export const remindRule = { usual: 24, toDecide: 2, most: 36 } as const

/** When a booking is reminded of with the others of its visit: once, by the first that asks for it. */
export function remindAt(...parts: readonly Pick<BookingFacts, 'startsAt' | 'freeCancelHours'>[]): Date {
  const moments = parts.map(({ startsAt, freeCancelHours }) => {
    const hours = freeCancelHours + remindRule.toDecide
    const isInTime = hours > remindRule.usual && hours <= remindRule.most
    return startsAt.getTime() - (isInTime ? hours : remindRule.usual) * 3_600_000
  })
  return new Date(Math.min(...moments))
}

/** The last moment for cancelling free of charge. */
export function freeUntil({ startsAt, freeCancelHours }: Pick<BookingFacts, 'startsAt' | 'freeCancelHours'>): Date {
  return new Date(startsAt.getTime() - freeCancelHours * 3_600_000)
}

/**
 * Whether cancelling now is late, so that the company may charge for the time. Only for a member with a confirmed
 * booking, and not if the company cannot act (docs/decisions/0239).
 */
export function isLateToCancel(by: Side, booking: BookingFacts, now: Date): boolean {
  const isPromised = booking.status === 'confirmed' && booking.companyAnswers
  return by === 'member' && isPromised && now > freeUntil(booking)
}

/** The rule of cancelling in a sentence, shown before booking. */
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
