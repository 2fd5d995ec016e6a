import { chosen } from '~/shared/chosen'

/**
 * Every kind of message that goes through the outbox: for how many days it is kept once it is over with, and whether it
 * carries a secret. The compiler asks here for each new one; a kind's name in the code never changes, since rows of
 * years ago have it.
 */
type Kind = {
  keptDays: number
  /** Lets somebody in, or proves something: the text is kept without it (docs/decisions/0131). */
  secret?: true
}

/** What was for the moment: codes, links, reminders. */
const month = 30
/** What both sides may want to look back at: a booking, an offer, a broadcast. */
const season = 90
/** What is about money, a contract or who got in: as long as somebody may still ask about it. */
const year = 400

export const messageKinds = {
  recovery: { keptDays: month, secret: true },
  verification: { keptDays: month, secret: true },
  'new address': { keptDays: month, secret: true },
  'address changed': { keptDays: year, secret: true },
  'phone code': { keptDays: month, secret: true },
  'guard link': { keptDays: month, secret: true },

  'alarm reply': { keptDays: month },
  'booking member reminder': { keptDays: month },
  'booking company reminder': { keptDays: month },
  'guard test': { keptDays: month },
  'operations broadcast asked': { keptDays: month },
  'operations partner asked for a name': { keptDays: month },
  'operations postcode uncovered': { keptDays: month },
  'operations secret left': { keptDays: year },
  'operations sms balance': { keptDays: month },
  'operations sms codes': { keptDays: month },
  'push tried': { keptDays: month },
  'stop confirmed': { keptDays: year },

  'booking requested': { keptDays: season },
  'booking confirmed': { keptDays: season },
  'booking declined': { keptDays: season },
  'booking completed': { keptDays: season },
  'booking no-show': { keptDays: season },
  'booking lapsed': { keptDays: season },
  'booking cancelled': { keptDays: season },
  'booking time proposed': { keptDays: season },
  'booking time accepted': { keptDays: season },
  'booking time refused': { keptDays: season },
  'broadcast safety': { keptDays: season },
  'broadcast offer': { keptDays: season },
  'company broadcast declined': { keptDays: season },
  'postcode opened': { keptDays: season },
  'review written': { keptDays: season },
  'review answered': { keptDays: season },
  'review hidden': { keptDays: season },
  'review restored': { keptDays: season },

  'address change asked': { keptDays: year },
  'address put back': { keptDays: year },
  'ambassador months given': { keptDays: year },
  'ambassador months taken back': { keptDays: year },
  'ambassador thanked': { keptDays: year },
  'company name approved': { keptDays: year },
  'company name asked': { keptDays: year },
  'company name declined': { keptDays: year },
  'company hidden': { keptDays: year },
  'company points taken back': { keptDays: year },
  'company restored': { keptDays: year },
  'contact answer': { keptDays: year },
  'free month for points': { keptDays: year },
  'identity removed': { keptDays: year },
  'membership a day': { keptDays: year },
  'membership a week': { keptDays: year },
  'membership ended': { keptDays: year },
  'membership last warning': { keptDays: year },
  'membership leaving': { keptDays: year },
  'membership past due': { keptDays: year },
  'membership withdrawn': { keptDays: year },
  'months given': { keptDays: year },
  'package application': { keptDays: year },
  'package changed': { keptDays: year },
  'package month released': { keptDays: year },
  'package paid': { keptDays: year },
  'passkey added': { keptDays: year },
  'passkey removed': { keptDays: year },
  'password changed': { keptDays: year },
  'payment asked': { keptDays: year },
  'payment overdue': { keptDays: year },
  'payment received': { keptDays: year },
  'person blocked': { keptDays: year },
  'person unblocked': { keptDays: year },
  'points taken back': { keptDays: year },
  'second factor on': { keptDays: year },
  'second factor by passkey': { keptDays: year },
  'second factor off': { keptDays: year },
  'taken address': { keptDays: year },
} as const satisfies Record<string, Kind>

export type MessageKind = keyof typeof messageKinds
export type SecretKind = {
  [K in MessageKind]: (typeof messageKinds)[K] extends { secret: true } ? K : never
}[MessageKind]
/** What may be written without one. */
export type OpenKind = Exclude<MessageKind, SecretKind>

/** A kind that was retired, and still has rows. */
const retiredDays = year

const known: Record<string, Kind> = messageKinds

export const keptDays = (kind: string): number => chosen(known, kind)?.keptDays ?? retiredDays

export const carriesSecret = (kind: string): boolean => chosen(known, kind)?.secret ?? false
