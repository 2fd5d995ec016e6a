import { seeded } from '../../faults/storm/seeded'

/**
 * Tests that take minutes run in full only in `npm run test:all`, which sets TEST_ALL (docs/decisions/0148). Tests
 * tagged `long` are skipped by `npm test`; of many generated cases it runs a few, by these functions.
 */
const isAll = process.env.TEST_ALL === 'yes'

/** The number of repetitions: `all` in test:all, otherwise `few`. */
export const ofMany = (all: number, few: number): number => (isAll ? all : few)

/** The same for what runs in full only in `npm run faults`, and in part in `npm run test:all`. */
export const ofVeryMany = (all: number, share: number, few: number): number =>
  process.env.FAULTS === 'full' ? all : ofMany(share, few)

/** All cases in test:all, otherwise one random case of each kind. The seed is printed; `SEED=n` repeats the draw. */
export function oneOfEach<One>(what: string, all: readonly One[], kindOf: (one: One) => string): readonly One[] {
  if (isAll) return all
  const { seed, oneOf } = seeded(Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31))
  const drawn = [...Map.groupBy(all, kindOf).values()].map(oneOf)
  process.stdout.write(`  ${what}: ${drawn.length} of ${all.length}, drawn by SEED=${seed}\n`)
  return drawn
}
