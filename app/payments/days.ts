import { DAYS_TO_PAY } from './charge'

/** The last day to pay what is asked for on a day, unless it is due on a day of its own. */
export const dueOnFrom = (day: string): string => daysAfter(day, DAYS_TO_PAY)

export const earlierDay = (a: string, b: string) => (a < b ? a : b)
export const laterDay = (a: string, b: string) => (a > b ? a : b)

/** The day so many days after one, "2026-11-30"; before it when they are below zero. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
