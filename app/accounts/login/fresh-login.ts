/**
 * How long a login or a confirmed password counts as fresh. After that, deeds that are hard to undo ask for the
 * password again, in case somebody else sits at the open computer.
 */
const freshFor = 15 * 60_000

type Proof = { startedAt: Date; confirmedAt: Date | null }

export function isFresh({ startedAt, confirmedAt }: Proof, now: Date): boolean {
  const latest = Math.max(startedAt.getTime(), confirmedAt?.getTime() ?? 0)
  return now.getTime() - latest < freshFor
}
