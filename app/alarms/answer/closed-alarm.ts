const hour = 3_600_000

/**
 * How long after the end those who were called can still see whose alarm it was and what was written, for a report or a
 * hand-over. After that only where, when and how it ended: what happened to somebody at home is not a guard company's
 * to keep.
 */
export const rememberedMs = 24 * hour

/** Whether guards and guard companies see only the bare facts of an alarm. Never for an open alarm. */
export function isBare({ closedAt }: { closedAt: Date | null }, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() >= rememberedMs
}

/** Alarms closed after this time are still shown in full. */
export function rememberedSince(now: Date): Date {
  return new Date(now.getTime() - rememberedMs)
}
