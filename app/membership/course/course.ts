import type { MemberStatus } from '~/shared/role'
import { addDays, daysBetween } from '../free-period'

/**
 * A membership's course: what is to be done about it on a day. Pure: the facts and the day go in, what to do comes
 * out, and the day of the next look. The alarm is nowhere in here: it is never stopped by an unpaid month.
 */

/** How long before the covered time ends the next month is asked for. */
export const ASK_DAYS_BEFORE = 7
export const SECOND_REMINDER_DAYS_BEFORE = 1
/** How long a month may be unpaid, discounts aside, before the membership ends. */
export const GRACE_DAYS = 14
const LAST_WARNING_DAYS = 7
/** A card is charged during the day itself, and tried again when the bank says no. */
export const CARD_SLACK_DAYS = 3
/** A card's next charge can be put off only so far by the provider: it is looked to again well before. */
export const CARD_LOOK_DAYS = 300

/** What has been said about the end of the time that is covered; each comes after the one before. */
export const reminders = { none: 0, 'a week': 1, 'a day': 2, 'past due': 3, 'last warning': 4 } as const
export type Reminder = Exclude<keyof typeof reminders, 'none'>

export type EndReason = 'left' | 'unpaid' | 'withdrawn'

export type MembershipFacts = {
  status: MemberStatus
  trialEndsOn: string
  /** The first day after the last given month; null when none was given. */
  freeUntil: string | null
  /** The first day that is neither trial, given nor paid for. */
  coveredUntil: string
  pastDueOn: string | null
  isLeaving: boolean
  /** Ended: nothing happens by itself until the member comes back. */
  isEnded: boolean
  paysByCard: boolean
  /** Where they live: without it there is nothing to pay for. */
  isAreaOpen: boolean
  hasOpenCharge: boolean
  /** Number in `reminders`. */
  reminded: number
}

export type Step =
  | { do: 'ask for a month' }
  /** There is nothing to ask money for. */
  | { do: 'give a month' }
  | { do: 'remind'; of: Reminder }
  | { do: 'change status'; to: Exclude<MemberStatus, 'ended'> }
  | { do: 'end'; because: Extract<EndReason, 'left' | 'unpaid'> }

/** What a member is, by the facts alone. */
export function statusOn(facts: MembershipFacts, today: string): MemberStatus {
  if (facts.isEnded) return 'ended'
  if (facts.freeUntil !== null && facts.freeUntil > today) return 'free'
  if (today < facts.trialEndsOn) return 'trial'
  if (today < pastDueFrom(facts)) return 'active'
  return 'past_due'
}

/** The day an unpaid month becomes a matter; with a card the bank gets some days. */
function pastDueFrom(facts: MembershipFacts): string {
  return facts.paysByCard ? addDays(facts.coveredUntil, CARD_SLACK_DAYS) : facts.coveredUntil
}

/** What to do today, in order. Done once and asked again, there is nothing more. */
export function stepsOn(facts: MembershipFacts, today: string): Step[] {
  if (facts.isEnded) return []
  const status = statusOn(facts, today)
  const change: Step[] = status !== facts.status && status !== 'ended' ? [{ do: 'change status', to: status }] : []
  const isOver = today >= facts.coveredUntil
  if (facts.isLeaving) return isOver ? [{ do: 'end', because: 'left' }] : change
  if (!facts.isAreaOpen && daysBetween(today, facts.coveredUntil) <= ASK_DAYS_BEFORE) return [{ do: 'give a month' }]
  if (status === 'past_due') return unpaidSteps(facts, change, today)

  const left = daysBetween(today, facts.coveredUntil)
  const steps: Step[] = [...change]
  if (left <= ASK_DAYS_BEFORE && !facts.hasOpenCharge) steps.push({ do: 'ask for a month' })
  const due = left <= SECOND_REMINDER_DAYS_BEFORE ? 'a day' : left <= ASK_DAYS_BEFORE ? 'a week' : null
  if (due && facts.reminded < reminders[due]) steps.push({ do: 'remind', of: due })
  return steps
}

/** The grace is counted from the day the member was told, so that a clock that stood still takes nobody by surprise. */
function unpaidSteps(facts: MembershipFacts, change: Step[], today: string): Step[] {
  const charge: Step[] = facts.hasOpenCharge ? [] : [{ do: 'ask for a month' }]
  if (facts.pastDueOn === null || facts.reminded < reminders['past due']) {
    return [...change, ...charge, { do: 'remind', of: 'past due' }]
  }
  const days = daysBetween(facts.pastDueOn, today)
  if (days >= GRACE_DAYS) return [{ do: 'end', because: 'unpaid' }]
  const warn: Step[] =
    days >= LAST_WARNING_DAYS && facts.reminded < reminders['last warning']
      ? [{ do: 'remind', of: 'last warning' }]
      : []
  return [...change, ...charge, ...warn]
}

/** The next day on which there may be something to do; null when there never is. */
export function nextStepOn(facts: MembershipFacts, today: string): string | null {
  if (facts.isEnded) return null
  const days = facts.isLeaving
    ? [facts.trialEndsOn, facts.freeUntil, facts.coveredUntil]
    : [
        facts.trialEndsOn,
        facts.freeUntil,
        addDays(facts.coveredUntil, -ASK_DAYS_BEFORE),
        addDays(facts.coveredUntil, -SECOND_REMINDER_DAYS_BEFORE),
        pastDueFrom(facts),
        facts.pastDueOn && addDays(facts.pastDueOn, LAST_WARNING_DAYS),
        facts.pastDueOn && addDays(facts.pastDueOn, GRACE_DAYS),
        facts.paysByCard ? addDays(today, CARD_LOOK_DAYS) : null,
      ]
  const ahead = days.filter((day): day is string => day !== null && day > today).sort()
  return ahead[0] ?? addDays(today, 1)
}

/** The day the grace of somebody who is past due ends. */
export const graceUntil = (pastDueOn: string) => addDays(pastDueOn, GRACE_DAYS)
