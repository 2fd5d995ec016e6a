/**
 * What somebody is called for all the points they have earned. Points that are spent still count: nobody becomes
 * less of a neighbour by using what they were given.
 */
const levels = [
  { from: 0, name: 'Ny i kvarteret' },
  { from: 100, name: 'Granne' },
  { from: 500, name: 'God granne' },
  { from: 1500, name: 'Kvartersvän' },
  { from: 5000, name: 'Kvarterets eldsjäl' },
] as const

export type Level = {
  name: string
  /** How far it is to the next; null on the last. */
  next: { name: string; from: number; left: number } | null
  /** Where this one began. */
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
