import type { AlarmChannel, AlarmState, DeliveryKind, DeliveryState, Origin, RecipientRole, StepKind } from '../alarm'
import type { FormerTaker } from '../answer/former/former-takers'
import type { Place } from '../raise/where/place'

/** What each kind of person may see of an alarm: the shapes that pages show. */

export type Update = {
  id: string
  kind: 'press' | 'note'
  by: 'member' | 'partner' | 'operator'
  message: string
  createdAt: Date
}

/** The newest repeated press. Undefined if the member has pressed only once. */
export function newestPressIn<Shown extends Pick<Update, 'kind'>>(updates: readonly Shown[]): Shown | undefined {
  return updates.findLast(({ kind }) => kind === 'press')
}

/** The id of the newest repeated press, as a closing form posts it back; empty if there is none. */
export function lastPressIn(updates: readonly Pick<Update, 'id' | 'kind'>[]): string {
  return newestPressIn(updates)?.id ?? ''
}

/** So often called off and pressed again is more than a slip: an operator should see it. */
export const isStrange = ({ reopenings }: { reopenings: number }) => reopenings >= 3

export type Entry = {
  id: string
  at: Date
  /** One of `timelineLabels` in timeline.ts. */
  kind: string
  by: 'member' | 'partner' | 'operator' | 'system'
  /** "Söderort Trygghet (Ali)"; empty for the system, and for people who have left. */
  name: string
  facts: Record<string, string | number | boolean>
}

type Alarm = {
  id: string
  postcode: string
  state: AlarmState
  isTest: boolean
  urgency: number
  /** Where help is needed, if the member said so. */
  place: Place | null
  /** The member hides: nobody is to make that phone sound. */
  isHiding: boolean
  message: string
  createdAt: Date
  /** Who has it, as the member reads it: "Söderort Trygghet (Ali)". */
  takerName: string | null
  /** First names of colleagues of theirs who have said that they come too. */
  companions: string[]
  takenAt: Date | null
  /** They have said that they are on the way. */
  setOutAt: Date | null
  onSiteAt: Date | null
  safeAt: Date | null
  closedAt: Date | null
  /** Of one that is over: who had it and lost it before then. */
  formerTakers: FormerTaker[]
  updates: Update[]
}

/** For the member who sent it. */
export type OwnAlarm = Alarm & {
  origin: Origin
  /** How many people it is for. */
  recipients: number
  /** How many of those a message has gone out to; whether it arrived is another matter. */
  sentTo: number
  /** How many a call waits for or is leaving to at this moment, beside those who have opened the alarm. */
  underWay: number
  /** A call to somebody who can come has left, or may have: one that nobody answered for is not known to have been lost. */
  mayHaveCome: boolean
  /** How many it is known to have arrived with, or who have opened the alarm. */
  reached: number
  /** How many have opened it. */
  seen: number
  /** Of those that it has been sent to: who is not of the postcode. */
  sentElsewhere: { neighbours: number; operators: number }
  /** Those beside it and the operators have been asked for. */
  widenedAt: Date | null
  /** Nobody in the postcode could be called. */
  noPartners: boolean
  /** The member was told that nobody has answered. */
  toldNobodyAt: Date | null
  /** Whose word it was that it is over, where that was 'Avslutat'. */
  endedBy: 'taker' | 'colleague' | 'system' | 'operator' | null
  /** What happens next while nobody has taken it. */
  next: { kind: StepKind; at: Date } | null
  timeline: Entry[]
}

/** `ageS` as it was read: a phone's clock may be wrong by minutes. */
export type Fix = { at: Date; ageS: number; accuracyM: number | null }

/** For a guard or a guard company, at the time of reading. */
export type PartnerAlarm = Omit<Alarm, 'formerTakers'> & {
  /** In words, of one that is over and that nobody had by then: who had it last. */
  nobodyHadIt: string | null
  /** Closed for more than a day: where, when and how it ended, and nothing of the person or the words. */
  isBare: boolean
  /** First name until they go there; then the whole name and the phone. Empty once it is bare. */
  reporterName: string
  reporterPhone: string | null
  /** The very person who looks has it. */
  isMine: boolean
  /** A colleague of theirs has it. */
  isColleagues: boolean
  /** So it is, and they have said that they come too. */
  isComing: boolean
  /** "Ali", as colleagues call whoever has it. */
  takerFirstName: string | null
  isNeighbours: boolean
  /** There is a position to look at; each look is written down (`lookAtPosition`). */
  hasPosition: boolean
  /** There is a home to look at, while it is open and they are said to be there; each look is written down (`lookAtHome`). */
  hasHome: boolean
  /** How old and how exact the newest position is; where, only a look tells. */
  lastFix: Fix | null
  /** The member has pressed again, and whoever has it has not said a word since. */
  pressWaits: boolean
  /** It has been said to be false: it ends within a minute unless that is taken back. */
  endsAsFalse: boolean
}

export type AlarmLine = Pick<
  Alarm,
  | 'id'
  | 'postcode'
  | 'state'
  | 'isTest'
  | 'urgency'
  | 'createdAt'
  | 'takerName'
  | 'takenAt'
  | 'closedAt'
  | 'formerTakers'
> & {
  /** Nobody has answered in time, nobody can be called, or something is late. */
  needsHelp: boolean
  /** How often the member has called it off and pressed again. */
  reopenings: number
}

export type DeliveryLine = {
  id: string
  recipient: string
  role: RecipientRole
  channel: AlarmChannel
  kind: DeliveryKind
  round: number
  state: DeliveryState
  attempts: number
  reason: string | null
  words: string | null
  createdAt: Date
  sentAt: Date | null
  deliveredAt: Date | null
}

/** All of it, for administrators. */
export type WholeAlarm = Alarm & {
  reporterName: string | null
  reporterPhone: string | null
  hasPosition: boolean
  hasHome: boolean
  pressWaits: boolean
  endsAsFalse: boolean
  reopenings: number
  toldNobodyAt: Date | null
  timeline: Entry[]
  deliveries: DeliveryLine[]
  steps: { kind: StepKind; dueAt: Date; state: 'pending' | 'done' | 'dropped' }[]
}

export type Situation = {
  postcode: string
  open: number
  waiting: number
  oldestWaiting: Date | null
}

/** Response times of a postcode over some days. */
export type Figures = {
  postcode: string
  alarms: number
  taken: number
  falseAlarms: number
  /** Null while there is nothing to count. */
  takeSeconds: number | null
  arriveSeconds: number | null
  /** Taken within 15 s, 30 s, 60 s, 120 s, 300 s, later. */
  within: number[]
}
