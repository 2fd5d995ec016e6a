import type { StepKind } from '../alarm'

/**
 * How fast an alarm escalates when nobody answers. Seconds from the press, or from when it was given back to everybody.
 */
export type Policy = {
  /** Everyone in the postcode is called again. */
  callAgainS: number
  /** The phones of guards on duty ring. */
  ringS: number
  /** How often a phone rings about one alarm at most; 0 for never. */
  ringTimes: number
  /** The partners of neighbouring postcodes and the operators are called. */
  widenS: number
  /** The member is told that nobody has answered. */
  tellMemberS: number
  /** A taker who has been silent for this long loses the alarm. */
  releaseS: number
  /** How long somebody on a walk home has to answer whether they have arrived. */
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

/** A taker on site is busy; after an hour without a word an operator asks. */
export const askTakerS = 3_600

/** Pause between two rings: by then the calls before were answered or given up. */
export const ringPauseS = 90

/** How often phones have rung for an alarm, and when last. */
export type Rings = { times: number; lastAt: Date | null }

/** Whether phones ring now, and in how many seconds to check again; null when they have rung often enough. */
export function nextRing(
  { ringTimes }: Policy,
  { times, lastAt }: Rings,
  now: Date,
): { isDue: boolean; againS: number | null } {
  if (times >= ringTimes) return { isDue: false, againS: null }
  // Clamped: after the clock went back, the pause must not become longer.
  const restS = lastAt ? Math.min(ringPauseS, Math.ceil(ringPauseS - (now.getTime() - lastAt.getTime()) / 1000)) : 0
  if (restS > 0) return { isDue: false, againS: restS }
  return { isDue: true, againS: times + 1 < ringTimes ? ringPauseS : null }
}

/** Tests end by themselves after this time. */
export const endTestS = 300

export type Deadline = { kind: StepKind; afterS: number }

/** Deadlines of an alarm that nobody has taken, counted from when it went out to everyone. */
export function deadlinesOf(
  policy: Policy,
  alarm: { isTest: boolean; hasPartners: boolean; isWidened: boolean; canRing: boolean },
): Deadline[] {
  if (alarm.isTest) return [{ kind: 'end test', afterS: endTestS }]
  // Without a provider of phone calls no phone rings, so none is announced either.
  const ring = alarm.canRing && policy.ringTimes > 0 ? [{ kind: 'ring' as const, afterS: policy.ringS }] : []
  // With no partner in the postcode, the neighbours are called at once.
  const widen = { kind: 'widen' as const, afterS: alarm.hasPartners ? policy.widenS : 0 }
  return [
    // Also with no partner here: repeats the call to neighbours, and reaches whoever has come on duty here since.
    { kind: 'call again', afterS: policy.callAgainS },
    ...ring,
    // Once widened, neighbours and operators are part of every call already.
    ...(alarm.isWidened ? [] : [widen]),
    { kind: 'tell member', afterS: policy.tellMemberS },
  ]
}

/** Presses closer together than this are merged into one call to everyone: none is lost, nobody is flooded. */
export const pressPauseS = 20

/** For how long after calling it off the member's next press reopens the alarm. */
export const openAgainS = 600

export const mayOpenAgain = (closedAt: Date, now: Date) => now.getTime() - closedAt.getTime() <= openAgainS * 1000

/**
 * Seconds between two calls of everyone, for an alarm that was called off and pressed again this many times. The first
 * time there is no pause, as it counts as a slip: everyone has just been told that it is over, and must know at once
 * that it is not.
 */
export function pauseAfterReopenings(times: number): number {
  return [pressPauseS, 0, pressPauseS][times] ?? 60
}

/** When everyone is to be called for a press: now, or when the pause since the last call is over. */
export function callAfterPress(calledAt: Date, now: Date, pauseS = pressPauseS): Date {
  const earliest = calledAt.getTime() + pauseS * 1000
  // Clamped: after the clock went back, the pause must not become longer.
  const soon = Math.min(earliest, now.getTime() + pauseS * 1000)
  return new Date(Math.max(now.getTime(), soon))
}

/**
 * For how long everyone is called again and again: from the last press, or since the alarm was given back to everybody.
 */
export const keepCallingS = 3_600
