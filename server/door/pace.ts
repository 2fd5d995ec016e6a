/**
 * Minimum upload rate, measured on what has arrived and not on Content-Length. Defends against slow-body attacks
 * (slowloris). A phone far from its mast sends a thousand bytes a second with pauses of seconds; a sender of single
 * bytes is no phone.
 */

/** Grace period for the first byte, a tunnel, or a lost connection. */
const graceMs = 10_000
/** All text forms are smaller than this; only files are larger. */
export const small = 64_000
const smallPerSecond = 500
/** A picture of 5 MB over the slowest realistic line takes some ten minutes. */
const largePerSecond = 8_000

/** How long after its start a body may still be incomplete, given the bytes received so far. */
export function patienceMs(received: number): number {
  const asSmall = Math.min(received, small) / smallPerSecond
  const asLarge = Math.max(0, received - small) / largePerSecond
  return graceMs + (asSmall + asLarge) * 1_000
}
