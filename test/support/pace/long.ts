import { seeded } from '../../faults/storm/seeded'

/**
 * What takes minutes is played in full by `npm run test:all` alone, which sets TEST_ALL (docs/decisions/0148). A whole test
 * that `npm test` leaves out carries the tag `long`; of what comes in large numbers it plays a few, by these.
 */
const isAll = process.env.TEST_ALL === 'yes'

/** How often something is played: all of it, or so few that nobody waits for it. */
export const ofMany = (all: number, few: number): number => (isAll ? all : few)

/** The same of what is played in full by `npm run faults` alone, and by a share of it in `npm run test:all`. */
export const ofVeryMany = (all: number, share: number, few: number): number =>
  process.env.FAULTS === 'full' ? all : ofMany(share, few)

/**
 * All of them; in `npm test` one of each kind, drawn anew each time. What was drawn is printed: `SEED=n` draws it again.
 */
export function oneOfEach<One>(what: string, all: readonly One[], kindOf: (one: One) => string): readonly One[] {
  if (isAll) return all
  const { seed, oneOf } = seeded(Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31))
  const drawn = [...Map.groupBy(all, kindOf).values()].map(oneOf)
  process.stdout.write(`  ${what}: ${drawn.length} of ${all.length}, drawn by SEED=${seed}\n`)
  return drawn
}
