/** Levels by all points ever earned. Points that are spent still count, so that nobody drops a level by using them. */
const levels = [
  { from: 0, name: 'Ny i kvarteret' },
  { from: 100, name: 'Granne' },
  { from: 500, name: 'God granne' },
  { from: 1500, name: 'Kvartersvän' },
  { from: 5000, name: 'Kvarterets eldsjäl' },
] as const

export type Level = {
  name: string
  /** The next level and how many points are left to it; null on the last level. */
  next: { name: string; from: number; left: number } | null
  /** Points at which this level begins. */
  from: number
}

export function levelOf(earned: number): Level {
  const reached = Math.max(
    levels.findLastIndex(({ from }) => from <= earned),
    0,
  )
  const { name, from } = levels[reached] ?? levels[0]
  const next = levels[reached + 1]
  return { name, from, next: next ? { name: next.name, from: next.from, left: next.from - earned } : null }
}
