/** Periods the figures can be shown for. */
export const figureDays = [7, 30, 90, 365] as const
export type FigureDays = (typeof figureDays)[number]

export function readFigureDays(asked: string | null): FigureDays {
  return figureDays.find((days) => String(days) === asked) ?? 30
}
