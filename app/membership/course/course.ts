import type { MemberStatus } from '~/shared/role'
import { daysAfter, daysBetween } from '~/shared/time'

/**
 * The rules of a membership's course: what to do about it on a day. Pure: from the facts and the day to the steps, and
 * to the day of the next look. The alarm does not depend on any of this: an unpaid month never stops it.
 */

/** How many days before the end of the covered time the next month is asked for. */
export const ASK_DAYS_BEFORE = 7
export const SECOND_REMINDER_DAYS_BEFORE = 1
/** The grace period: how many days a month may be unpaid (without discounts) before the membership ends. */
export const GRACE_DAYS = 14
const LAST_WARNING_DAYS = 7
/**
 * A card is charged during the due day and retried if the bank refuses, so the month is past due only after these days.
 */
export const CARD_SLACK_DAYS = 3
/** The provider accepts only a limited delay of a card's next charge, so it is looked at again well before. */
export const CARD_LOOK_DAYS = 300

/** Reminders about the end of the covered time, in order. The number says how far they have got. */
export const reminders = { none: 0, 'a week': 1, 'a day': 2, 'past due': 3, 'last warning': 4 } as const
export type Reminder = Exclude<keyof typeof reminders, 'none'>

export type EndReason = 'left' | 'unpaid' | 'withdrawn'

export type MembershipFacts = {
  status: MemberStatus
  trialEndsOn: string
  /** The first day after the last given month; null if none was given. */
  freeUntil: string | null
  /** The first day that is not covered by the trial, given or paid months. */
  coveredUntil: string
  pastDueOn: string | null
  isLeaving: boolean
  /** Ended: nothing happens until the member returns. */
  isEnded: boolean
  paysByCard: boolean
  /** Whether the member's postcode is open. If not, there is nothing to pay for. */
  isAreaOpen: boolean
  hasOpenCharge: boolean
  /** The number in `reminders` of the last one sent. */
  reminded: number
}

export type Step =
  | { do: 'ask for a month' }
  /** The postcode is not open, so the month is free. */
  | { do: 'give a month' }
  | { do: 'remind'; of: Reminder }
  | { do: 'change status'; to: Exclude<MemberStatus, 'ended'> }
  | { do: 'end'; because: Extract<EndReason, 'left' | 'unpaid'> }

/** The status that follows from the facts on a day. */
export function statusOn(facts: MembershipFacts, today: string): MemberStatus {
  if (facts.isEnded) return 'ended'
  if (facts.freeUntil !== null && facts.freeUntil > today) return 'free'
  if (today < facts.trialEndsOn) return 'trial'
  if (today < pastDueFrom(facts)) return 'active'
  return 'past_due'
}

/** The day from which an unpaid month is past due; with a card some days later. */
function pastDueFrom(facts: MembershipFacts): string {
  return facts.paysByCard ? daysAfter(facts.coveredUntil, CARD_SLACK_DAYS) : facts.coveredUntil
}

/** The steps to take today, in order. Idempotent: once taken, there are none left. */
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

/**
 * The grace period starts when the member was told, not on the due day: if the process was down meanwhile, nobody's
 * membership ends without warning.
 */
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

/**
 * The next day on which there may be a step; null if there never is. It is today if one is due that has not been taken,
 * as when the covered time was cut short.
 */
export function nextStepOn(facts: MembershipFacts, today: string): string | null {
  if (facts.isEnded) return null
  const status = statusOn(facts, today)
  // Without the month itself: once it has been asked for, there is a reminder as well.
  if (stepsOn({ ...facts, status, hasOpenCharge: true }, today).length > 0) return today
  const days = facts.isLeaving
    ? [facts.trialEndsOn, facts.freeUntil, facts.coveredUntil]
    : [
        facts.trialEndsOn,
        facts.freeUntil,
        daysAfter(facts.coveredUntil, -ASK_DAYS_BEFORE),
        daysAfter(facts.coveredUntil, -SECOND_REMINDER_DAYS_BEFORE),
        pastDueFrom(facts),
        facts.pastDueOn && daysAfter(facts.pastDueOn, LAST_WARNING_DAYS),
        facts.pastDueOn && daysAfter(facts.pastDueOn, GRACE_DAYS),
        facts.paysByCard ? daysAfter(today, CARD_LOOK_DAYS) : null,
      ]
  const ahead = days.filter((day): day is string => day !== null && day > today).sort()
  return ahead[0] ?? daysAfter(today, 1)
}

/** The last day on which a member who is past due can pay. The membership ends in the first hour of the next day. */
export const graceUntil = (pastDueOn: string) => daysAfter(pastDueOn, GRACE_DAYS - 1)
