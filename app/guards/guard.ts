/** What decides whether an alarm reaches a guard. */
export type GuardFacts = {
  phoneVerifiedAt: Date | null
  onDutySince: Date | null
  onDutyUntil: Date | null
}

export type Hindrance = 'company' | 'phone' | 'duty'

/** The words for each hindrance, to the company and to the guard. */
export const hindrances = {
  company: { toCompany: 'Företaget får inga larm just nu', toGuard: 'Ditt företag får inga larm just nu' },
  phone: { toCompany: 'Numret är inte bekräftat', toGuard: 'Ditt nummer är inte bekräftat' },
  duty: { toCompany: 'Inte i tjänst', toGuard: 'Du är inte i tjänst' },
} as const satisfies Record<Hindrance, { toCompany: string; toGuard: string }>

export function isOnDuty({ onDutySince, onDutyUntil }: GuardFacts, now: Date): boolean {
  return onDutySince !== null && onDutyUntil !== null && onDutySince <= now && now < onDutyUntil
}

/** The reasons why an alarm would not reach the guard now. Empty if it would. */
export function whyNotReached(guard: GuardFacts, companyIsCalled: boolean, now: Date): Hindrance[] {
  const missing: Hindrance[] = []
  if (!companyIsCalled) missing.push('company')
  if (guard.phoneVerifiedAt === null) missing.push('phone')
  if (!isOnDuty(guard, now)) missing.push('duty')
  return missing
}

/**
 * The choices for the length of a duty. A duty always ends, so that nobody relies on a guard who forgot to go off duty.
 */
export const dutyHours = [4, 8, 12] as const
export type DutyHours = (typeof dutyHours)[number]
export const usualDuty: DutyHours = 8

/** Whether a guard on duty is called by phone about an alarm that nobody has taken. The SMS is sent in any case. */
export const ringChoices = ['never', 'alarms', 'alarms and tests'] as const
export type RingChoice = (typeof ringChoices)[number]

export const wantsRing = (rings: RingChoice, isTest: boolean) =>
  rings === 'alarms and tests' || (rings === 'alarms' && !isTest)

const day = 24 * 3_600_000
/** How often a phone is tested: a number that worked long ago may not work now. */
const testEveryDays = 31

type Tested = { testedAt: Date | null; phoneVerifiedAt: Date | null }

/** When the phone last proved that it answers. */
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

/** Days after which an unopened link or an unused browser expires; and days after which any browser does. */
export const unusedDays = 30
export const longestDays = 365

export type LinkFacts = {
  /** A link was sent, and has neither been revoked nor cleared by a change of number. */
  hasLink: boolean
  linkMadeAt: Date | null
  /** When the link was opened. It works once. */
  linkUsedAt: Date | null
  /** The one browser that the link let in: since when, and when it was last used. */
  browserSince: Date | null
  browserSeenAt: Date | null
}

/** When a browser's access expires. Each use extends it, up to the maximum. */
export function browserEnds({ since, seenAt }: { since: Date; seenAt: Date }): Date {
  return new Date(Math.min(seenAt.getTime() + unusedDays * day, since.getTime() + longestDays * day))
}

/** When an unopened link expires. */
export function linkEnds(madeAt: Date): Date {
  return new Date(madeAt.getTime() + unusedDays * day)
}

/** sent: can be opened. in: a browser has access. ended: there was a link or a browser, and it has expired. */
export type LinkState = 'none' | 'sent' | 'in' | 'ended'

export function stateOfLink(guard: LinkFacts, now: Date): LinkState {
  const { hasLink, linkMadeAt, linkUsedAt, browserSince: since, browserSeenAt: seenAt } = guard
  if (!hasLink) return 'none'
  // A link sent while a browser still has access becomes visible only when that access ends.
  if (since && seenAt && now < browserEnds({ since, seenAt })) return 'in'
  return linkMadeAt && linkUsedAt === null && now < linkEnds(linkMadeAt) ? 'sent' : 'ended'
}
