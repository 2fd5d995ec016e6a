/**
 * How slowly somebody may send, told from what has come so far and not from what they say they will send. A phone far
 * from its mast sends a thousand bytes a second and is silent for seconds between; who sends a byte at a time, or
 * nothing, is no phone.
 */

/** For the first word, for a tunnel, for a line that has to be found again. */
const graceMs = 10_000
/** Whatever people write is smaller than this; only files are larger. */
export const small = 64_000
const smallPerSecond = 500
/** A picture of 5 MB over the slowest line that anybody sends pictures by takes some ten minutes. */
const largePerSecond = 8_000

/** How long after it began a body may still be under way, when so much of it has come. */
export function patienceMs(received: number): number {
  const asSmall = Math.min(received, small) / smallPerSecond
  const asLarge = Math.max(0, received - small) / largePerSecond
  return graceMs + (asSmall + asLarge) * 1_000
}
