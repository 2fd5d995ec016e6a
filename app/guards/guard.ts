/** Whether an alarm reaches a guard, and what is missing when it does not. */
export type GuardFacts = {
  phoneVerifiedAt: Date | null
  onDutySince: Date | null
  onDutyUntil: Date | null
}

export type Hindrance = 'company' | 'phone' | 'duty'

/** What is said of each, to the company and to the guard. */
export const hindrances = {
  company: { toCompany: 'Företaget får inga larm just nu', toGuard: 'Ditt företag får inga larm just nu' },
  phone: { toCompany: 'Numret är inte bekräftat', toGuard: 'Ditt nummer är inte bekräftat' },
  duty: { toCompany: 'Inte i tjänst', toGuard: 'Du är inte i tjänst' },
} as const satisfies Record<Hindrance, { toCompany: string; toGuard: string }>

export function isOnDuty({ onDutySince, onDutyUntil }: GuardFacts, now: Date): boolean {
  return onDutySince !== null && onDutyUntil !== null && onDutySince <= now && now < onDutyUntil
}

/** Empty when an alarm would reach the guard at this moment. */
export function whyNotReached(guard: GuardFacts, companyIsCalled: boolean, now: Date): Hindrance[] {
  const missing: Hindrance[] = []
  if (!companyIsCalled) missing.push('company')
  if (guard.phoneVerifiedAt === null) missing.push('phone')
  if (!isOnDuty(guard, now)) missing.push('duty')
  return missing
}

/** Duty always has an end: who forgets to go off it is not woken at night by somebody who trusts them. */
export const dutyHours = [4, 8, 12] as const
export type DutyHours = (typeof dutyHours)[number]
export const usualDuty: DutyHours = 8

/** Whether a guard on duty is rung about alarms that nobody has taken; the SMS comes in any case. */
export const ringChoices = ['never', 'alarms', 'alarms and tests'] as const
export type RingChoice = (typeof ringChoices)[number]

export const wantsRing = (rings: RingChoice, isTest: boolean) =>
  rings === 'alarms and tests' || (rings === 'alarms' && !isTest)

const day = 24 * 3_600_000
/** A number that worked long ago may not now. */
const testEveryDays = 31

type Tested = { testedAt: Date | null; phoneVerifiedAt: Date | null }

/** When the phone last showed that it answers. */
export function lastTest({ testedAt, phoneVerifiedAt }: Tested): Date | null {
  return testedAt ?? phoneVerifiedAt
}

export function needsTest(guard: Tested, now: Date): boolean {
  const last = lastTest(guard)
  return last !== null && last < testDueBefore(now)
}

export function testDueBefore(now: Date): Date {
  return new Date(now.getTime() - testEveryDays * day)
}

/** More than a small guard company has, and few enough for one page. */
export const mostGuards = 60

/** A link that nobody opens, and a browser that nobody uses, end after this long; any browser ends after so long anyway. */
export const unusedDays = 30
export const longestDays = 365

export type LinkFacts = {
  /** A link has been sent, and is neither revoked nor somebody else's number's. */
  hasLink: boolean
  linkMadeAt: Date | null
  /** When the button behind it was pressed; from then on it opens nothing. */
  linkUsedAt: Date | null
  /** The one browser that keeps it: since when, and when it was last used. */
  browserSince: Date | null
  browserSeenAt: Date | null
}

/** Until when a browser is let in; it moves on as long as it is used. */
export function browserEnds({ since, seenAt }: { since: Date; seenAt: Date }): Date {
  return new Date(Math.min(seenAt.getTime() + unusedDays * day, since.getTime() + longestDays * day))
}

/** Until when a link that nobody has opened can be. */
export function linkEnds(madeAt: Date): Date {
  return new Date(madeAt.getTime() + unusedDays * day)
}

/** Sent: can be opened. In: a browser keeps it. Ended: there was one, and it is too long ago. */
export type LinkState = 'none' | 'sent' | 'in' | 'ended'

export function stateOfLink(guard: LinkFacts, now: Date): LinkState {
  const { hasLink, linkMadeAt, linkUsedAt, browserSince: since, browserSeenAt: seenAt } = guard
  if (!hasLink) return 'none'
  // One that was sent beside a browser that still holds waits for its turn.
  if (since && seenAt && now < browserEnds({ since, seenAt })) return 'in'
  return linkMadeAt && linkUsedAt === null && now < linkEnds(linkMadeAt) ? 'sent' : 'ended'
}
