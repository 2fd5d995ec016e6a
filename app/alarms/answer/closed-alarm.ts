const hour = 3_600_000

/**
 * So long those who were called may look back at whose alarm it was and what was written, for a report or a hand-over.
 * After that it is where, when and how it ended: what happened to somebody at home is not a guard company's to keep.
 */
export const rememberedMs = 24 * hour

/** Whether a guard or a guard company sees bare facts of an alarm: never of one that is open. */
export function isBare({ closedAt }: { closedAt: Date | null }, now: Date): boolean {
  return closedAt !== null && now.getTime() - closedAt.getTime() >= rememberedMs
}

/** The last moment to have been closed at and still be remembered. */
export function rememberedSince(now: Date): Date {
  return new Date(now.getTime() - rememberedMs)
}
