import type { StepKind } from '../alarm'

/** How fast an alarm goes on when nobody answers. Seconds, from the press or from when it was handed back. */
export type Policy = {
  /** Everyone in the postcode is called again. */
  callAgainS: number
  /** The phones of those on duty ring. */
  ringS: number
  /** How often a phone rings about one alarm at most; 0: none does. */
  ringTimes: number
  /** The partners of neighbouring postcodes and the operators are called. */
  widenS: number
  /** The member is told plainly that nobody has answered. */
  tellMemberS: number
  /** A taker who has not said a word for this long loses it again. */
  releaseS: number
  /** Whoever is on the way home and was asked whether they are there has this long to answer. */
  walkGraceS: number
  /** Days between the canary's test alarms. */
  canaryDays: number
}

export const defaultPolicy: Policy = {
  callAgainS: 60,
  ringS: 30,
  ringTimes: 5,
  widenS: 120,
  tellMemberS: 300,
  releaseS: 600,
  walkGraceS: 300,
  canaryDays: 7,
}

/** A taker who is there is busy; after an hour without a word the operators ask. */
export const askTakerS = 3_600

/** From one ringing of everybody to the next: what rang before has been answered, or given up. */
export const ringPauseS = 90

/** How often phones have rung for an alarm, before now. */
export type Rings = { times: number; lastAt: Date | null }

/** Whether phones ring now, and in how many seconds they are to be looked at again; null when they have rung enough. */
export function nextRing(
  { ringTimes }: Policy,
  { times, lastAt }: Rings,
  now: Date,
): { isDue: boolean; againS: number | null } {
  if (times >= ringTimes) return { isDue: false, againS: null }
  // A clock that went back must not make the pause long.
  const restS = lastAt ? Math.min(ringPauseS, Math.ceil(ringPauseS - (now.getTime() - lastAt.getTime()) / 1000)) : 0
  if (restS > 0) return { isDue: false, againS: restS }
  return { isDue: true, againS: times + 1 < ringTimes ? ringPauseS : null }
}

/** Tests end by themselves. */
export const endTestS = 300

export type Deadline = { kind: StepKind; afterS: number }

/** What is to happen to an alarm that nobody has taken, from the moment it is for everyone. */
export function deadlinesOf(
  policy: Policy,
  alarm: { isTest: boolean; hasPartners: boolean; isWidened: boolean },
): Deadline[] {
  if (alarm.isTest) return [{ kind: 'end test', afterS: endTestS }]
  const ring = policy.ringTimes > 0 ? [{ kind: 'ring' as const, afterS: policy.ringS }] : []
  // With nobody here to wait for, those next door are called at once.
  const widen = { kind: 'widen' as const, afterS: alarm.hasPartners ? policy.widenS : 0 }
  return [
    // Also with nobody here: who was called next door is called again, and who has come on duty here since.
    { kind: 'call again', afterS: policy.callAgainS },
    ...ring,
    // Once it is widened, those next door and the operators are part of every call.
    ...(alarm.isWidened ? [] : [widen]),
    { kind: 'tell member', afterS: policy.tellMemberS },
  ]
}

/** Presses closer together than this are one call to everyone: none is lost, nobody is flooded. */
export const pressPauseS = 20

/** So long an alarm that was called off is opened again by the member's next press. */
export const openAgainS = 600

export const mayOpenAgain = (closedAt: Date, now: Date) => now.getTime() - closedAt.getTime() <= openAgainS * 1000

/**
 * Seconds between two calls of everyone by every way, in an alarm that was called off and pressed again so many times.
 * The first time counts as a slip: everyone has just been told that it is over, and must know at once that it is not.
 */
export function pauseAfterReopenings(times: number): number {
  return [pressPauseS, 0, pressPauseS][times] ?? 60
}

/** When everyone is to be called because of a press: at once, or when the pause since the last call is over. */
export function callAfterPress(calledAt: Date, now: Date, pauseS = pressPauseS): Date {
  const earliest = calledAt.getTime() + pauseS * 1000
  // A clock that went back must not make the pause long.
  const soon = Math.min(earliest, now.getTime() + pauseS * 1000)
  return new Date(Math.max(now.getTime(), soon))
}

/** So long everyone is called again and again: from the last press, or since it is everybody's again. */
export const keepCallingS = 3_600
