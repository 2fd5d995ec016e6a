/** Seconds until the next retry after this many failed attempts; null to give up. */
export type BackOff = (attempts: number) => number | null

/** Retries after a fixed list of delays, then gives up. */
export const inSteps =
  (...seconds: readonly number[]): BackOff =>
  (attempts) =>
    seconds[attempts - 1] ?? null

/** Exponential back-off up to a maximum, without giving up. */
export const doubling =
  (first: number, longest: number) =>
  (attempts: number): number =>
    Math.min(first * 2 ** (attempts - 1), longest)
