/** From one whole hour until another on the clock in Stockholm; the same twice is no quiet time. */
export type QuietHours = { from: number; until: number }

export const usualQuietHours: QuietHours = { from: 21, until: 7 }

/** Whether an hour of the day is within them; they may go over midnight. */
export function isQuietAt(hour: number, { from, until }: QuietHours): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until
}

/** "21.00" */
export const hourLabel = (hour: number) => `${String(hour).padStart(2, '0')}.00`
