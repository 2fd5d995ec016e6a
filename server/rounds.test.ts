import { expect, test } from 'vitest'
import { namesOf } from '~/shared/chosen'
import { chores } from '~/upkeep/public'
import { inTurns, phasesOf } from './rounds'

const hour = 3_600_000

test('gives each chore a phase within its interval, spread among those with the same interval', () => {
  const phases = phasesOf([
    ['one', 60_000],
    ['two', 60_000],
    ['three', 300_000],
    ['four', 300_000],
    ['often', 5_000],
    ['often too', 5_000],
  ])
  expect([...phases]).toEqual([
    ['one', 0],
    ['two', 15_000],
    ['three', 30_000],
    ['four', 165_000],
    ['often', 0],
    ['often too', 2_500],
  ])
})

test('no two chores start within a second of each other, except those that run every few seconds', () => {
  const rounds = namesOf(chores).map((name) => [name, chores[name].everyS * 1_000] as const)
  const rare = rounds.filter(([, every]) => every > 5_000)
  const phases = phasesOf(rounds)
  const begins = rare.flatMap(([name, every]) =>
    Array.from({ length: Math.ceil(hour / every) }, (_, n) => ({
      name,
      at: (phases.get(name) ?? Number.NaN) + n * every,
    })),
  )
  begins.sort((a, b) => a.at - b.at)
  const close = begins.flatMap(({ name, at }, n) => {
    const next = begins[n + 1]
    return next && next.at - at < 1_000 ? [`${name}, ${next.name}: ${next.at - at} ms`] : []
  })
  expect(close).toEqual([])
})

test('a slow chore never overlaps itself, and triggers during a run lead to one more run', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const { again, whenDone } = inTurns(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  again()
  await expect.poll(() => runs.length).toBe(1)
  for (let round = 0; round < 100; round++) again()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await whenDone()
  expect(runs).toHaveLength(2)
  again()
  await expect.poll(() => runs.length).toBe(3)
})
