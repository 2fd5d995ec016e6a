/** Seconds until the next try after this many failed ones; null when it is time to give up. */
export type BackOff = (attempts: number) => number | null

/** After the first failed try the first of these, and so on; after the last one nobody tries any more. */
export const inSteps =
  (...seconds: readonly number[]): BackOff =>
  (attempts) =>
    seconds[attempts - 1] ?? null

/** Twice as long each time, up to the longest; for what has to be done however long it takes. */
export const doubling =
  (first: number, longest: number) =>
  (attempts: number): number =>
    Math.min(first * 2 ** (attempts - 1), longest)
