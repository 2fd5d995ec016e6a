import type { AlarmChannel, AlarmState, DeliveryKind, DeliveryState, Origin, RecipientRole, StepKind } from '../alarm'
import type { FormerTaker } from '../answer/former/former-takers'
import type { Place } from '../raise/where/place'

/** View models: what each kind of person may see of an alarm. */

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

/** Called off and pressed again this often is more than a slip, and an operator should see it. */
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
  /** The member is hiding: nobody may make their phone sound. */
  isHiding: boolean
  message: string
  createdAt: Date
  /** The taker as the member reads it: "Söderort Trygghet (Ali)". */
  takerName: string | null
  /** First names of the taker's colleagues who have said that they come too. */
  companions: string[]
  takenAt: Date | null
  /** When the taker said that they are on the way. */
  setOutAt: Date | null
  onSiteAt: Date | null
  safeAt: Date | null
  closedAt: Date | null
  /** Those who had the alarm and lost it before it ended; only once it has ended. */
  formerTakers: FormerTaker[]
  updates: Update[]
}

/** An alarm as its own member sees it. */
export type OwnAlarm = Alarm & {
  origin: Origin
  /** Number of people it is for. */
  recipients: number
  /** To how many of them a message has gone out; it may not have arrived. */
  sentTo: number
  /** For how many a call is queued or being sent, plus those who have opened the alarm. */
  underWay: number
  /** Whether a call to somebody who can come was sent, or may have been (a send that was never answered counts). */
  mayHaveCome: boolean
  /** With how many a message is known to have arrived, plus those who have opened the alarm. */
  reached: number
  /** How many have opened the alarm. */
  seen: number
  /** Of those it was sent to: how many are not of the alarm's postcode. */
  sentElsewhere: { neighbours: number; operators: number }
  /** When neighbours and operators were called. */
  widenedAt: Date | null
  /** Nobody in the postcode could be called. */
  noPartners: boolean
  /** The member was told that nobody has answered. */
  toldNobodyAt: Date | null
  /** Who ended it, if it ended as 'Avslutat'. */
  endedBy: 'taker' | 'colleague' | 'system' | 'operator' | null
  /** The next step while nobody has taken it. */
  next: { kind: StepKind; at: Date } | null
  timeline: Entry[]
}

/** `ageS` is computed by the server when read: a phone's clock may be wrong by minutes. */
export type Fix = { at: Date; ageS: number; accuracyM: number | null }

/** An alarm as a guard or a guard company sees it at the time of reading. */
export type PartnerAlarm = Omit<Alarm, 'formerTakers'> & {
  /** For an alarm that ended while nobody had it: a sentence about who had it last. */
  nobodyHadIt: string | null
  /** Closed for more than a day: only where, when and how it ended, nothing of the person or the words. */
  isBare: boolean
  /** First name only, or full name and phone for those who go there. Empty once bare. */
  reporterName: string
  reporterPhone: string | null
  /** The same number as people write it. */
  reporterShownPhone: string | null
  /** The viewer is the taker. */
  isMine: boolean
  /** A colleague of the viewer has it. */
  isColleagues: boolean
  /** A colleague has it, and the viewer has said that they come too. */
  isComing: boolean
  /** "Ali": the taker as colleagues read it. */
  takerFirstName: string | null
  isNeighbours: boolean
  /** There is a position to look at; each look is recorded (`lookAtPosition`). */
  hasPosition: boolean
  /**
   * There is a home to look at: while open, if the member is said to be there. Each look is recorded (`lookAtHome`).
   */
  hasHome: boolean
  /** Age and accuracy of the newest position; the position itself takes a recorded look. */
  lastFix: Fix | null
  /** The member has pressed again and the taker has not reacted since. */
  pressWaits: boolean
  /** Said to be false: ends within a minute unless that is taken back. */
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
  /** Nobody answered in time, nobody can be called, or something is late. */
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

/** Everything about an alarm, for administrators. */
export type WholeAlarm = Alarm & {
  reporterName: string | null
  reporterPhone: string | null
  /** The same number as people write it. */
  reporterShownPhone: string | null
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

/** Response times of a postcode over a period. */
export type Figures = {
  postcode: string
  alarms: number
  taken: number
  falseAlarms: number
  /** Null when there is nothing to count. */
  takeSeconds: number | null
  arriveSeconds: number | null
  /** Taken within 15 s, 30 s, 60 s, 120 s, 300 s, later. */
  within: number[]
}
