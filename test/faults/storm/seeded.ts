/** Chance that can be had again: the same seed, the same choices. */
export type Chance = { seed: number; below(most: number): number; oneOf<One>(choices: readonly One[]): One }

export function seeded(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32: small, and good enough to choose moments by.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { seed, below, oneOf: (choices) => choices[below(choices.length)] as (typeof choices)[number] }
}

/** Said at the start of each test; `SEED=123` has the same one again. */
export function chanceOf(what: string): Chance {
  const seed = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31)
  say(`${what}: SEED=${seed}`)
  return seeded(seed)
}

/** Beside the test's own outcome: what broke and how it went is worth reading when nothing failed, too. */
export function say(text: string) {
  process.stdout.write(`  ${text}\n`)
}
