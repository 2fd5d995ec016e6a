import type { StepKind } from './alarm'

/** How fast an alarm goes on when nobody answers. Seconds, from the press or from when it was handed back. */
export type Policy = {
  /** Everyone in the postcode is called again. */
  callAgainS: number
  /** The partners of neighbouring postcodes and the operators are called. */
  widenS: number
  /** The member is told plainly that nobody has answered. */
  tellMemberS: number
  /** A taker who has not said a word for this long loses it again. */
  releaseS: number
  /** Days between the canary's test alarms. */
  canaryDays: number
}

export const defaultPolicy: Policy = {
  callAgainS: 60,
  widenS: 120,
  tellMemberS: 300,
  releaseS: 600,
  canaryDays: 7,
}

/** A taker who is there is busy; after an hour without a word the operators ask. */
export const askTakerS = 3_600

/** Tests end by themselves. */
export const endTestS = 300

export type Deadline = { kind: StepKind; afterS: number }

/** What is to happen to an alarm that nobody has taken, from the moment it is for everyone. */
export function deadlinesOf(policy: Policy, alarm: { isTest: boolean; hasPartners: boolean }): Deadline[] {
  if (alarm.isTest) return [{ kind: 'end test', afterS: endTestS }]
  return [
    // Also with nobody here: who was called next door is called again, and who has come on duty here since.
    { kind: 'call again', afterS: policy.callAgainS },
    // With nobody here to wait for, those next door are called at once.
    { kind: 'widen', afterS: alarm.hasPartners ? policy.widenS : 0 },
    { kind: 'tell member', afterS: policy.tellMemberS },
  ]
}

/** Presses closer together than this are one call to everyone: none is lost, nobody is flooded. */
export const pressPauseS = 20

/** When everyone is to be called because of a press: at once, or when the pause since the last call is over. */
export function callAfterPress(calledAt: Date, now: Date): Date {
  const earliest = calledAt.getTime() + pressPauseS * 1000
  // A clock that went back must not make the pause long.
  const soon = Math.min(earliest, now.getTime() + pressPauseS * 1000)
  return new Date(Math.max(now.getTime(), soon))
}

/** How long everyone is called again and again after the member has been told that nobody answers. */
export const keepCallingS = 3_600
