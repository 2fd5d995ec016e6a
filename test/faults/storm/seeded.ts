/** Seeded randomness: the same seed gives the same choices. */
export type Chance = { seed: number; below(most: number): number; oneOf<One>(choices: readonly One[]): One }

export function seeded(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32: small, and random enough for choosing moments.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return { seed, below, oneOf: (choices) => choices[below(choices.length)] as (typeof choices)[number] }
}

/** Prints the seed at the start of each test; `SEED=123` repeats it. */
export function chanceOf(what: string): Chance {
  const seed = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31)
  say(`${what}: SEED=${seed}`)
  return seeded(seed)
}

/** Printed beside the outcome: what broke and how it went is of interest in a passing run too. */
export function say(text: string) {
  process.stdout.write(`  ${text}\n`)
}
