/** The time as a port, so that tests move it instead of waiting. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
