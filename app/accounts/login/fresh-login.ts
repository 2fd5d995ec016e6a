/**
 * Before what cannot be taken back easily, somebody who has been signed in for a while shows their password
 * again: the computer may stand open with another person at it.
 */
const freshFor = 15 * 60_000

type Proof = { startedAt: Date; confirmedAt: Date | null }

export function isFresh({ startedAt, confirmedAt }: Proof, now: Date): boolean {
  const latest = Math.max(startedAt.getTime(), confirmedAt?.getTime() ?? 0)
  return now.getTime() - latest < freshFor
}
