/** Whole hours in Stockholm time. If both are the same, there are no quiet hours. */
export type QuietHours = { from: number; until: number }

export const usualQuietHours: QuietHours = { from: 21, until: 7 }

/** Whether an hour of the day is quiet; the interval may span midnight. */
export function isQuietAt(hour: number, { from, until }: QuietHours): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until
}

/** "21.00" */
export const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}.00`
